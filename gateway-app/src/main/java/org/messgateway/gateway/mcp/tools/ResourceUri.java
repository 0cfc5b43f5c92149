package org.messgateway.gateway.mcp.tools;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What agents read by URI. With {@code ?exchange=NAME} it is that of an exchange: the same ref may
 * stand in two.
 */
sealed interface ResourceUri {

  String PENDING = "mess://pending";
  String HISTORY = "mess://history";
  String REQUEST = "mess://request/{id}";
  String THREAD = "thread://{ref}";
  String ENVELOPE = "thread://{ref}/envelope";
  String LATEST = "thread://{ref}/latest";
  String CONTENT = "content://{ref}/{file}";

  /** Longest URI that is looked at. */
  int LONGEST = 2_000;

  Pattern FORM =
      Pattern.compile(
          "(mess|thread|content)://([^/?#]+)(?:/([^?#]*))?"
              + "(?:\\?((?:(?:cursor|exchange)=[^&#]*(?:&|$))*))?");

  /** The open tasks. */
  record Pending() implements ResourceUri {}

  /**
   * All tasks, the newest first.
   *
   * @param cursor of the page before; empty for the first page
   */
  record History(Optional<String> cursor) implements ResourceUri {}

  /** One task: envelope and messages. */
  record Task(String id) implements ResourceUri {}

  /** Parts of a task's thread. */
  enum Part {
    WHOLE,
    ENVELOPE,
    LATEST
  }

  /** The same, or a part of it. */
  record ThreadPart(String ref, Part part) implements ResourceUri {}

  /** A file of a task. */
  record File(String ref, String name) implements ResourceUri {}

  /** Reads a URI as an agent wrote it; empty for anything else. */
  static Optional<ResourceUri> of(String uri) {
    Matcher form = FORM.matcher(uri);
    if (uri.length() > LONGEST || !form.matches()) {
      return Optional.empty();
    }
    String rest = form.group(3) == null ? "" : form.group(3);
    String host = decoded(form.group(2));
    return switch (form.group(1)) {
      case "mess" -> list(host, rest, member(form.group(4), "cursor"));
      case "thread" -> part(rest).map(part -> new ThreadPart(host, part));
      default -> rest.isEmpty() ? Optional.empty() : Optional.of(new File(host, decoded(rest)));
    };
  }

  /** The exchange that a URI names; empty where it names none. */
  static Optional<String> exchange(String uri) {
    Matcher form = FORM.matcher(uri);
    return form.matches() ? member(form.group(4), "exchange") : Optional.empty();
  }

  private static Optional<String> member(@Nullable String query, String name) {
    return Stream.of(query == null ? new String[0] : query.split("&"))
        .filter(member -> member.startsWith(name + "="))
        .map(member -> decoded(member.substring(name.length() + 1)))
        .findFirst();
  }

  private static Optional<ResourceUri> list(String host, String rest, Optional<String> cursor) {
    return switch (host) {
      case "pending" -> rest.isEmpty() ? Optional.of(new Pending()) : Optional.empty();
      case "history" -> rest.isEmpty() ? Optional.of(new History(cursor)) : Optional.empty();
      case "request" -> rest.isEmpty() ? Optional.empty() : Optional.of(new Task(decoded(rest)));
      default -> Optional.empty();
    };
  }

  private static Optional<Part> part(String rest) {
    return switch (rest) {
      case "" -> Optional.of(Part.WHOLE);
      case "envelope" -> Optional.of(Part.ENVELOPE);
      case "latest" -> Optional.of(Part.LATEST);
      default -> Optional.empty();
    };
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // No escapes, then: a name with a percent sign.
      return text;
    }
  }
}
