package org.messgateway.gateway.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.messgateway.api.mess.Requirement;

/** Required capabilities that no executor has, and those that are near where nobody knows them. */
public final class UnclaimedCapabilities {

  /** Near ones in one sentence. */
  private static final int MOST_NEAR = 3;

  private static final int LONGEST = 60;

  private UnclaimedCapabilities() {}

  /**
   * A sentence for each: {@code requires `fridge-vision`: no executor has it; near: `vision`}.
   *
   * @param described ids of the capabilities that the exchange describes
   */
  public static List<String> sentences(
      Collection<String> required, Catalogue catalogue, Supplier<Set<String>> described) {
    Set<String> claimed =
        catalogue.executors().values().stream()
            .flatMap(executor -> executor.capabilities().stream())
            .map(Requirement::id)
            .collect(Collectors.toSet());
    List<String> sentences = new ArrayList<>();
    for (String id : new LinkedHashSet<>(required)) {
      if (!claimed.contains(id)) {
        sentences.add(sentence(id, claimed, described.get()));
      }
    }
    return sentences;
  }

  private static String sentence(String id, Set<String> claimed, Set<String> described) {
    String sentence = "requires %s: no executor has it".formatted(quoted(id));
    if (described.contains(id)) {
      return sentence;
    }
    Set<String> known = new LinkedHashSet<>(claimed);
    known.addAll(described);
    String near =
        SpellingHint.near(id, known, MOST_NEAR).stream()
            .map(UnclaimedCapabilities::quoted)
            .collect(Collectors.joining(", "));
    return near.isEmpty() ? sentence : sentence + "; near: " + near;
  }

  private static String quoted(String id) {
    return "`" + (id.length() > LONGEST ? id.substring(0, LONGEST) + "…" : id) + "`";
  }
}
