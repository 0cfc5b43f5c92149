package org.messgateway.gateway.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * One thing that MESS asks for, a line of {@code elements.yaml}.
 *
 * @param tag M: the documents demand it; D: we decided; O, F: optional, or of a later version; R:
 *     of the reference implementation
 * @param from where it is written
 * @param open why nothing shows it yet; null where a test does
 * @param lacks what of it is not so; null where all of it is
 * @param ruling anchor of the decision that {@code lacks} rests on
 */
record Element(
    int number,
    String tag,
    String group,
    String from,
    String says,
    @Nullable String open,
    @Nullable String lacks,
    @Nullable String ruling) {

  /** All elements, in the order of their numbers within each group. */
  static List<Element> all() throws IOException {
    try (InputStream file = Element.class.getResourceAsStream("elements.yaml")) {
      return read(new Load(LoadSettings.builder().build()).loadFromInputStream(file));
    }
  }

  private static List<Element> read(@Nullable Object document) {
    List<Element> all = new ArrayList<>();
    Map<?, ?> root = (Map<?, ?>) Objects.requireNonNull(document);
    Map<?, ?> reasons = get(root, "open", Map.class);
    for (Object each : get(root, "groups", List.class)) {
      Map<?, ?> group = (Map<?, ?>) each;
      for (Object line : get(group, "elements", List.class)) {
        all.add(read((Map<?, ?>) line, text(group, "group"), reasons));
      }
    }
    return all;
  }

  private static Element read(Map<?, ?> line, String group, Map<?, ?> reasons) {
    Object open = line.get("open");
    return new Element(
        get(line, "n", Integer.class),
        text(line, "tag"),
        group,
        text(line, "from"),
        text(line, "says"),
        open == null ? null : text(reasons, open),
        (String) line.get("lacks"),
        (String) line.get("ruling"));
  }

  private static String text(Map<?, ?> map, Object key) {
    return get(map, key, String.class);
  }

  private static <T> T get(Map<?, ?> map, Object key, Class<T> type) {
    Object value = map.get(key);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("elements.yaml: no good " + key + " in " + map);
    }
    return type.cast(value);
  }

  boolean demanded() {
    return tag.equals("M");
  }
}
