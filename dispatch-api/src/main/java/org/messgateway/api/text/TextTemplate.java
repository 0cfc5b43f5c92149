package org.messgateway.api.text;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A text with places for arguments. {@code {0}} to {@code {9}} are places, every other brace is a
 * brace.
 *
 * @param written as in the file
 * @param parts the texts around the places: one more than places
 * @param indices of the arguments, in the order of the places
 */
record TextTemplate(String written, List<String> parts, List<Integer> indices) {

  TextTemplate {
    parts = List.copyOf(parts);
    indices = List.copyOf(indices);
  }

  static TextTemplate of(String written) {
    List<String> parts = new ArrayList<>();
    List<Integer> indices = new ArrayList<>();
    int start = 0;
    for (int at = written.indexOf('{'); at >= 0; at = written.indexOf('{', at + 1)) {
      if (isPlace(written, at)) {
        parts.add(written.substring(start, at));
        indices.add(written.charAt(at + 1) - '0');
        start = at + 3;
      }
    }
    parts.add(written.substring(start));
    return new TextTemplate(written, parts, indices);
  }

  private static boolean isPlace(String written, int at) {
    return at + 2 < written.length()
        && written.charAt(at + 1) >= '0'
        && written.charAt(at + 1) <= '9'
        && written.charAt(at + 2) == '}';
  }

  SortedSet<Integer> places() {
    return new TreeSet<>(indices);
  }

  /** A place without an argument stays empty: a message with a gap is better than none. */
  String with(Object... arguments) {
    if (indices.isEmpty()) {
      return parts.getFirst();
    }
    StringBuilder text = new StringBuilder(parts.getFirst());
    for (int place = 0; place < indices.size(); place++) {
      int index = indices.get(place);
      text.append(index < arguments.length ? arguments[index] : "").append(parts.get(place + 1));
    }
    return text.toString();
  }
}
