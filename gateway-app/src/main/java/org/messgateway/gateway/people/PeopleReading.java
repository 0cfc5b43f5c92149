package org.messgateway.gateway.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.gateway.people.PeopleTree.Entry;
import org.messgateway.gateway.people.PeopleTree.Malformed;

/**
 * Makes of the file's tree what it says. An entry with an address that cannot be kept is left out,
 * for nobody can be told there; it costs no other.
 */
final class PeopleReading {

  /**
   * A document that was read.
   *
   * @param leftOut entries that count for nothing, each in words that follow the document's name
   */
  record Read(People people, List<String> leftOut) {}

  static final String STOPPED = "stopped";
  static final String OPTED_OUT = "opted_out";
  static final String PAUSED = "paused";
  static final String LINKED = "linked";
  static final String MOVED = "moved";
  static final String CODES = "codes";
  static final String UNKNOWN = "unknown";

  private final List<String> leftOut = new ArrayList<>();

  private PeopleReading() {}

  /**
   * @throws Malformed when it cannot be understood
   */
  static Read of(PeopleTree tree) {
    PeopleReading reading = new PeopleReading();
    return new Read(reading.people(tree), List.copyOf(reading.leftOut));
  }

  private People people(PeopleTree tree) {
    return new People(
        tree.entries(STOPPED).stream().map(PeopleReading::stopped).toList(),
        tree.entries(OPTED_OUT).stream().map(PeopleReading::optedOut).toList(),
        paused(tree.root()),
        usable(tree.entries(LINKED), "address").map(PeopleReading::linked).toList(),
        usable(tree.entries(MOVED), "to").map(PeopleReading::moved).toList(),
        tree.entries(CODES).stream().map(PeopleReading::code).toList(),
        tree.entries(UNKNOWN).stream().map(PeopleReading::unknown).toList());
  }

  private Stream<Entry> usable(List<Entry> entries, String key) {
    return entries.stream().filter(entry -> usable(entry, key));
  }

  private boolean usable(Entry entry, String key) {
    String address = entry.text(key);
    if (!Address.tooLong(address)) {
      return true;
    }
    leftOut.add(
        ("%s: '%s' of an entry under '%s' has %d bytes, and no address of more than %d can be kept."
                + " That entry counts for nothing; mend it or take it out.")
            .formatted(
                entry.line(key), key, entry.list(), Address.bytes(address), Address.LONGEST));
    return false;
  }

  private static StoppedAddress stopped(Entry entry) {
    return new StoppedAddress(
        entry.required("channel"),
        entry.required("address"),
        since(entry, "since"),
        entry.text("reason"));
  }

  private static People.OptedOut optedOut(Entry entry) {
    return new People.OptedOut(
        entry.required("channel"), entry.required("address"), since(entry, "since"));
  }

  private static Map<String, Instant> paused(ObjectNode root) {
    Map<String, Instant> paused = new LinkedHashMap<>();
    JsonNode node = root.get(PAUSED);
    if (node == null || node.isNull()) {
      return paused;
    }
    if (!(node instanceof ObjectNode map)) {
      throw new Malformed("has something else than a map under 'paused'");
    }
    map.properties()
        .forEach(each -> paused.put(each.getKey(), until(each.getKey(), each.getValue())));
    return paused;
  }

  private static Instant until(String executor, JsonNode value) {
    try {
      return Instant.parse(value.asText(""));
    } catch (DateTimeException e) {
      throw new Malformed(
          "says something else than an instant for paused: "
              + executor
              + "; write it like 2026-11-20T18:00:00Z");
    }
  }

  private static People.Linked linked(Entry entry) {
    return new People.Linked(
        entry.required("executor"),
        entry.required("channel"),
        entry.required("address"),
        entry.text("person"),
        entry.optional("name"),
        since(entry, "since"));
  }

  private static People.Moved moved(Entry entry) {
    return new People.Moved(
        entry.required("channel"), entry.required("from"), entry.required("to"));
  }

  private static People.Code code(Entry entry) {
    return new People.Code(
        entry.required("executor"),
        entry.required("channel"),
        entry.required("hash"),
        since(entry, "expires"));
  }

  private static People.Unknown unknown(Entry entry) {
    return new People.Unknown(
        entry.required("channel"),
        entry.required("id"),
        entry.optional("name"),
        since(entry, "seen"));
  }

  /** By hand one may leave it out. */
  private static Instant since(Entry entry, String key) {
    try {
      return Instant.parse(entry.text(key));
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }
}
