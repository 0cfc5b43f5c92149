package org.messgateway.gateway.config.people;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes entries of the file from decisions, with keys in the order in which people read them.
 * {@link PeopleReader} reads them.
 */
final class PeopleWriter {

  private PeopleWriter() {}

  static Map<String, String> stopped(StoppedAddress stopped) {
    return entry(
        "channel",
        stopped.channel(),
        "address",
        stopped.address(),
        "since",
        stopped.since().toString(),
        "reason",
        stopped.reason());
  }

  static Map<String, String> optedOut(String channel, String address, Instant since) {
    return entry("channel", channel, "address", address, "since", since.toString());
  }

  static Map<String, String> linked(PeopleState.Linked linked) {
    Map<String, String> entry =
        entry(
            "executor",
            linked.executor(),
            "channel",
            linked.channel(),
            "address",
            linked.address(),
            "person",
            linked.person(),
            "since",
            linked.since().toString());
    return named(entry, linked.name());
  }

  static Map<String, String> moved(String channel, String from, String to) {
    return entry("channel", channel, "from", from, "to", to);
  }

  static Map<String, String> code(PeopleState.Code code) {
    return entry(
        "executor",
        code.executor(),
        "channel",
        code.channel(),
        "hash",
        code.hash(),
        "expires",
        code.expires().toString());
  }

  static Map<String, String> unknown(PeopleState.Unknown unknown) {
    Map<String, String> entry =
        entry("channel", unknown.channel(), "id", unknown.id(), "seen", unknown.seen().toString());
    return named(entry, unknown.name());
  }

  private static Map<String, String> named(Map<String, String> entry, @Nullable String name) {
    if (name != null && !name.isBlank()) {
      entry.put("name", name);
    }
    return entry;
  }

  private static Map<String, String> entry(String... keysAndValues) {
    Map<String, String> entry = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entry.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return entry;
  }
}
