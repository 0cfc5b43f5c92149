package org.messgateway.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.messgateway.api.mess.Priority;

/** The forms of texts that are neither amounts nor words of one place only. */
final class Forms {

  static final Form<Boolean> FLAG =
      new Form<>(
          "true or false",
          "write true or false",
          text ->
              text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
                  ? Optional.of(text.equalsIgnoreCase("true"))
                  : Optional.empty());

  static final Form<ZoneId> ZONE =
      new Form<>("a time zone", Forms::nearZone, text -> tried(() -> ZoneId.of(text)));

  /** {@code 24:00} is midnight, as people write the end of a day. */
  static final Form<LocalTime> TIME =
      new Form<>("a time of day", "write it like \"22:00\"", Forms::time);

  static final Form<URI> URL =
      new Form<>("an http or https URL", "write it like https://mess.example.com", Forms::url);

  static final Form<Priority> PRIORITY = Form.word(Priority.class);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("H:mm[:ss]", Locale.ROOT);

  private Forms() {}

  /** A whole number in a range. */
  static Form<Long> integer(long least, long most) {
    String range = "from " + least + " to " + most;
    return new Form<>(
        "a whole number " + range,
        "write a number " + range,
        text -> tried(() -> Long.valueOf(text)).filter(n -> n >= least && n <= most));
  }

  private static Optional<LocalTime> time(String text) {
    return text.equals("24:00")
        ? Optional.of(LocalTime.MIDNIGHT)
        : tried(() -> LocalTime.parse(text, CLOCK));
  }

  private static Optional<URI> url(String text) {
    try {
      URI uri = new URI(text);
      boolean web =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      return web && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static String nearZone(String text) {
    return NearMatch.of(text, ZoneId.getAvailableZoneIds())
        .map(near -> "did you mean `" + near + "`?")
        .orElse("write it like Europe/Berlin or America/Los_Angeles");
  }

  /** What it parses to; empty when it does not. */
  private static <T> Optional<T> tried(Supplier<T> parsing) {
    try {
      return Optional.of(parsing.get());
    } catch (DateTimeException | NumberFormatException notOfThisForm) {
      return Optional.empty();
    }
  }
}
