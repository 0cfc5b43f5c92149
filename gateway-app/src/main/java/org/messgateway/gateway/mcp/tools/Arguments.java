package org.messgateway.gateway.mcp.tools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The arguments of a call, as their types should be; what they mean is checked by each tool. */
final class Arguments {

  private final Map<String, ? extends @Nullable Object> given;

  Arguments(Map<String, ? extends @Nullable Object> given) {
    this.given = given;
  }

  /** Empty where it was not given, is null or blank. */
  Optional<String> text(String name) throws CallRefusal {
    Object value = given.get(name);
    return switch (value) {
      case null -> Optional.empty();
      case String text -> text.isBlank() ? Optional.empty() : Optional.of(text.strip());
      case Number number -> Optional.of(number.toString());
      default -> throw new CallRefusal("`%s` is a text.".formatted(name));
    };
  }

  /**
   * A text that has to be there.
   *
   * @param example a call that would be right
   */
  String required(String name, String example) throws CallRefusal {
    return text(name)
        .orElseThrow(
            () -> new CallRefusal("`%s` is missing. Right would be %s.".formatted(name, example)));
  }

  /** A task, by ref or id: {@code re}, or {@code ref} where that is missing. */
  Optional<String> task() throws CallRefusal {
    Optional<String> re = text("re");
    return re.isPresent() ? re : text("ref");
  }

  /** A list of texts, or one text; empty where it was not given. */
  List<String> texts(String name) throws CallRefusal {
    Object value = given.get(name);
    if (!(value instanceof List<?> list)) {
      return text(name).stream().toList();
    }
    List<String> texts = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof String text)) {
        throw new CallRefusal(
            "`%s` is a list of texts. Send other things by mess(message).".formatted(name));
      }
      if (!text.isBlank()) {
        texts.add(text.strip());
      }
    }
    return texts;
  }

  Optional<Boolean> truth(String name) throws CallRefusal {
    Object value = given.get(name);
    return switch (value) {
      case null -> Optional.empty();
      case Boolean truth -> Optional.of(truth);
      case String text when text.equalsIgnoreCase("true") -> Optional.of(true);
      case String text when text.equalsIgnoreCase("false") -> Optional.of(false);
      default -> throw new CallRefusal("`%s` is true or false.".formatted(name));
    };
  }

  /** Seconds; above the limit they are the limit. */
  Optional<Duration> seconds(String name, Duration most) throws CallRefusal {
    Object value = given.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof Number number) || !(number.doubleValue() >= 0)) {
      throw new CallRefusal(
          "`%s` is a number of seconds, 0 to %d.".formatted(name, most.toSeconds()));
    }
    double seconds = Math.min(number.doubleValue(), (double) most.toSeconds());
    return Optional.of(Duration.ofMillis((long) (seconds * 1000)));
  }

  /** A whole number, 0 or more; 0 where it was not given. */
  int count(String name) throws CallRefusal {
    Object value = given.get(name);
    if (value == null) {
      return 0;
    }
    if (!(value instanceof Number number)
        || number.doubleValue() < 0
        || number.doubleValue() > Integer.MAX_VALUE) {
      throw new CallRefusal("`%s` is a whole number, 0 or more.".formatted(name));
    }
    return number.intValue();
  }

  /** As it was given; null where it was not. */
  @Nullable Object value(String name) {
    return given.get(name);
  }
}
