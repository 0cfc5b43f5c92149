package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.routing.SpellingHint;

/** Finds the executors that messages name. Thread-safe. */
public final class NamedExecutors {

  /** Named in one sentence. */
  private static final int MOST = 8;

  private final Supplier<Map<String, String>> all;

  /**
   * @param all names of all executors by id, as they are configured now
   */
  public NamedExecutors(Supplier<Map<String, String>> all) {
    this.all = all;
  }

  /**
   * The executors of a value: one or several ids or names, in a namespace or not.
   *
   * @throws AnswerRefusal when one of them is unknown; names those that are near
   */
  List<String> of(@Nullable Object value) throws AnswerRefusal {
    List<String> said =
        value instanceof Collection<?> many ? texts(many) : texts(List.of(orNone(value)));
    Set<String> found = new LinkedHashSet<>();
    for (String one : said) {
      found.add(find(one).orElseThrow(() -> new AnswerRefusal(unknown(one))));
    }
    return List.copyOf(found);
  }

  private static Object orNone(@Nullable Object value) {
    return value == null ? "" : value;
  }

  private static List<String> texts(Collection<?> values) {
    return values.stream()
        .map(String::valueOf)
        .map(String::strip)
        .filter(it -> !it.isEmpty())
        .toList();
  }

  boolean knows(String id) {
    return all.get().containsKey(id);
  }

  String name(String id) {
    return all.get().getOrDefault(id, id);
  }

  private Optional<String> find(String said) {
    Map<String, String> known = all.get();
    String last = said.substring(said.lastIndexOf(':') + 1).strip();
    return known.containsKey(said)
        ? Optional.of(said)
        : known.entrySet().stream()
            .filter(each -> same(each, said) || same(each, last))
            .map(Map.Entry::getKey)
            .findFirst();
  }

  private static boolean same(Map.Entry<String, String> known, String said) {
    return known.getKey().equalsIgnoreCase(said) || known.getValue().equalsIgnoreCase(said);
  }

  private String unknown(String said) {
    Set<String> ids = all.get().keySet();
    List<String> few = new ArrayList<>(ids.stream().sorted().limit(MOST).toList());
    if (ids.size() > MOST) {
      few.add("and " + (ids.size() - MOST) + " more");
    }
    return SpellingHint.of(said, ids)
        .map(near -> "Nobody here is called \"%s\"; did you mean %s?".formatted(shown(said), near))
        .orElseGet(() ->
            "Nobody here is called \"%s\". There are: %s."
                .formatted(shown(said), String.join(", ", few)));
  }

  private static String shown(String said) {
    return said.length() > 60 ? said.substring(0, 60) + "…" : said;
  }
}
