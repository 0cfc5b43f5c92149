package org.messgateway.gateway.http;

import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.messgateway.api.mess.Timestamps;

/**
 * The parameters in the query of a request. Nothing is ignored: a parameter that is not known, that
 * comes twice or has another form is 400 with what would be right.
 */
final class QueryParameters {

  private static final Pattern SECONDS = Pattern.compile("\\d{1,4}s?");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
  private static final int LONGEST_SHOWN = 60;

  private final ServerRequest request;

  /**
   * @param known names beside {@code token}
   */
  QueryParameters(ServerRequest request, Set<String> known) {
    this.request = request;
    for (String name : request.query().names()) {
      if (!known.contains(name) && !name.equals("token")) {
        throw bad(
            "There is no parameter \"%s\" here; there are %s."
                .formatted(shown(name), String.join(", ", new TreeSet<>(known))));
      }
    }
  }

  static ProblemException bad(String what) {
    return new ProblemException(400, "Bad request", what);
  }

  static String shown(String value) {
    return value.length() > LONGEST_SHOWN ? value.substring(0, LONGEST_SHOWN) + "…" : value;
  }

  /** A value; empty where the parameter is not there. */
  Optional<String> text(String name) {
    List<String> values = request.query().all(name, List::of);
    if (values.size() > 1) {
      throw bad("%s= comes %d times, and may come once.".formatted(name, values.size()));
    }
    return values.stream().findFirst();
  }

  /** Values that are separated by commas, or come in several parameters. */
  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    request
        .query()
        .all(name, List::of)
        .forEach(value -> texts.addAll(List.of(value.split(",", -1))));
    return texts;
  }

  boolean flag(String name) {
    return switch (text(name).orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw bad("%s= wants true or false.".formatted(name));
    };
  }

  /** Zero where the parameter is not there. */
  Duration seconds(String name, Duration most) {
    String text = text(name).orElse("0");
    long seconds = SECONDS.matcher(text).matches() ? Long.parseLong(text.replace("s", "")) : -1;
    if (seconds < 0 || seconds > most.toSeconds()) {
      throw bad("%s= wants seconds up to %d, like 30s.".formatted(name, most.toSeconds()));
    }
    return Duration.ofSeconds(seconds);
  }

  int number(String name, int most, int otherwise) {
    String text = text(name).orElse(Integer.toString(otherwise));
    int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (number < 1 || number > most) {
      throw bad("%s= wants a number from 1 to %d.".formatted(name, most));
    }
    return number;
  }

  Optional<Instant> time(String name) {
    return text(name)
        .map(text ->
            Timestamps.parse(text)
                .orElseThrow(() ->
                    bad(
                        "%s= wants a time like 2026-01-31T17:00:00Z, with + as %%2B."
                            .formatted(name))));
  }
}
