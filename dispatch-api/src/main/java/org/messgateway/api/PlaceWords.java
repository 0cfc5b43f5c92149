package org.messgateway.api;

import java.util.Locale;
import java.util.Map;

/** The places of requests and of content in words. */
final class PlaceWords {

  private PlaceWords() {}

  /** Name, address and description; empty where the place has none. */
  static String named(Map<?, ?> place) {
    StringBuilder words = new StringBuilder();
    for (String key : new String[] {"name", "address", "description"}) {
      Object value = place.get(key);
      if (value instanceof String text && !text.isBlank()) {
        words.append(words.isEmpty() ? "" : ", ").append(PlainWords.text(text.strip()));
      }
    }
    return words.toString();
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
