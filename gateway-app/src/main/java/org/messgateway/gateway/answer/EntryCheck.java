package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.PlainText;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.answer.AppendedMessages.Remark;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;

/** Finds entries of a thread that cannot be what their writer meant. The rest of it counts. */
public final class EntryCheck {

  private static final int LONGEST = 256 << 10;
  private static final int MOST_SHOWN = 40;

  private EntryCheck() {}

  /** A remark for each such entry, in document order. */
  public static List<Remark> of(ParsedThread parsed) {
    List<Remark> remarks = new ArrayList<>();
    for (ThreadMessage message : parsed.thread().messages()) {
      if (message.payloads().isEmpty() || message.received() == null) {
        ofMessage(parsed, message).forEach(remarks::add);
      }
      for (int entry = 0; entry < message.payloads().size(); entry++) {
        if (message.payloads().get(entry)
            instanceof Payload.UnknownPayload(String type, Object _)) {
          int position = message.position();
          int number = entry;
          wrong(type).ifPresent(what -> remarks.add(new Remark(position, number, what)));
        }
      }
    }
    return remarks;
  }

  /** Of what stands around the entries; read once more, for few messages only. */
  private static Stream<Remark> ofMessage(ParsedThread parsed, ThreadMessage message) {
    Document document = parsed.messages().get(message.position());
    Object value;
    try {
      value = document.bytes().length > LONGEST ? null : YamlReader.meaning(document).value();
    } catch (ThreadFormatException e) {
      // It was read before, with the limits of the whole thread.
      value = null;
    }
    Stream<String> wrong =
        switch (value) {
          case Map<?, ?> map -> Stream.concat(withoutEntries(map), withoutTime(message, map));
          case Collection<?> _ -> Stream.of();
          case null -> Stream.of();
          default -> Stream.of("a message is a map, as in `{from: ana, MESS: [status: {…}]}`");
        };
    return wrong.map(sentence -> new Remark(message.position(), 0, sentence));
  }

  private static Stream<String> withoutEntries(Map<?, ?> message) {
    Object said = message.get("MESS");
    boolean list =
        said instanceof Map || (said instanceof Collection<?> entries && !entries.isEmpty());
    return list
        ? Stream.of()
        : Stream.of(
            "a message says nothing without MESS:, a list of entries, as in `MESS: [request:"
                + " {intent: check the door}]`");
  }

  private static Stream<String> withoutTime(ThreadMessage message, Map<?, ?> map) {
    Object written = map.get("received");
    return written == null || message.received() != null
        ? Stream.of()
        : Stream.of(
            "its received: \"%s\" is no time; it needs one as in 2026-11-20T09:30:00Z"
                .formatted(shown(written.toString())));
  }

  private static String shown(String written) {
    return PlainText.line(
        written.length() > MOST_SHOWN ? written.substring(0, MOST_SHOWN) + "…" : written);
  }

  /**
   * Of an entry that could not be read as its type, or is without effect in a thread. Other types
   * are nobody's mistake.
   */
  private static Optional<String> wrong(String type) {
    return switch (type) {
      case "request" ->
          Optional.of("a request needs an intent, as in `- request: {intent: check the door}`");
      case "status" ->
          Optional.of("a status needs a code, as in `- status: {re: last, code: claimed}`");
      case "query" ->
          Optional.of(
              "a query is not answered in a thread; ask by POST /mess or `./mess-gateway query`");
      case "config" -> Optional.of("a config in a thread registers nothing; say it by POST /mess");
      default ->
          type.chars().anyMatch(Character::isWhitespace)
              ? Optional.of(
                  "an entry is a map with one key, as in `- request: {intent: check the door}`")
              : Optional.empty();
    };
  }
}
