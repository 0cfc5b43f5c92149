package org.messgateway.gateway.config.people;

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
import org.messgateway.gateway.config.people.PeopleTree.Entry;
import org.messgateway.gateway.config.people.PeopleTree.Malformed;

/**
 * Reads the decisions from the file's tree. An entry with an address that is too long is left out;
 * the others count.
 */
final class PeopleReader {

  /**
   * A document that was read.
   *
   * @param leftOut entries that were left out, each in words that follow the document's name
   */
  record Read(PeopleState people, List<String> leftOut) {}

  static final String STOPPED = "stopped";
  static final String OPTED_OUT = "opted_out";
  static final String PAUSED = "paused";
  static final String LINKED = "linked";
  static final String MOVED = "moved";
  static final String CODES = "codes";
  static final String UNKNOWN = "unknown";

  private final List<String> leftOut = new ArrayList<>();

  private PeopleReader() {}

  /**
   * @throws Malformed when it cannot be understood
   */
  static Read of(PeopleTree tree) {
    PeopleReader reading = new PeopleReader();
    return new Read(reading.people(tree), List.copyOf(reading.leftOut));
  }

  private PeopleState people(PeopleTree tree) {
    return new PeopleState(
        tree.entries(STOPPED).stream().map(PeopleReader::stopped).toList(),
        tree.entries(OPTED_OUT).stream().map(PeopleReader::optedOut).toList(),
        paused(tree.root()),
        usable(tree.entries(LINKED), "address").map(PeopleReader::linked).toList(),
        usable(tree.entries(MOVED), "to").map(PeopleReader::moved).toList(),
        tree.entries(CODES).stream().map(PeopleReader::code).toList(),
        tree.entries(UNKNOWN).stream().map(PeopleReader::unknown).toList());
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
                entry.line(key), key, entry.list(), Address.bytes(address), Address.MAX_BYTES));
    return false;
  }

  private static StoppedAddress stopped(Entry entry) {
    return new StoppedAddress(
        entry.required("channel"),
        entry.required("address"),
        since(entry, "since"),
        entry.text("reason"));
  }

  private static PeopleState.OptedOut optedOut(Entry entry) {
    return new PeopleState.OptedOut(
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

  private static PeopleState.Linked linked(Entry entry) {
    return new PeopleState.Linked(
        entry.required("executor"),
        entry.required("channel"),
        entry.required("address"),
        entry.text("person"),
        entry.optional("name"),
        since(entry, "since"));
  }

  private static PeopleState.Moved moved(Entry entry) {
    return new PeopleState.Moved(
        entry.required("channel"), entry.required("from"), entry.required("to"));
  }

  private static PeopleState.Code code(Entry entry) {
    return new PeopleState.Code(
        entry.required("executor"),
        entry.required("channel"),
        entry.required("hash"),
        since(entry, "expires"));
  }

  private static PeopleState.Unknown unknown(Entry entry) {
    return new PeopleState.Unknown(
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
