package org.messgateway.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.text.Texts;

/** The places of requests and of content in words. */
final class PlaceWords {

  private PlaceWords() {}

  private static final List<String> NAMES = List.of("name", "address", "description");

  /** Name, address and description; empty where the place has none. */
  static String named(Map<?, ?> place, Texts texts) {
    StringBuilder words = new StringBuilder();
    for (String key : NAMES) {
      Object value = place.get(key);
      if (value instanceof String text && !text.isBlank()) {
        words.append(words.isEmpty() ? "" : ", ").append(PlainWords.text(text.strip(), texts));
      }
    }
    return words.toString();
  }

  /** What is said of a place, its names first and without labels; empty where nothing is said. */
  static String about(Map<String, ?> place, Texts texts) {
    Map<String, Object> rest = new LinkedHashMap<>(place);
    rest.keySet().removeAll(NAMES);
    return Stream.of(named(place, texts), PlainWords.of(rest, texts))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** Degrees to about a metre. */
  static String position(double lat, double lng) {
    return degrees(lat) + ", " + degrees(lng);
  }

  /** The URL of a map that shows the place. */
  static String map(double lat, double lng) {
    return "https://www.openstreetmap.org/?mlat=" + degrees(lat) + "&mlon=" + degrees(lng);
  }

  private static String degrees(double degrees) {
    String text = String.format(Locale.ROOT, "%.5f", degrees);
    return text.replaceFirst("\\.?0+$", "");
  }
}
