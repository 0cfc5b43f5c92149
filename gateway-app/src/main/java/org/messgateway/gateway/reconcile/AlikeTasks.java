package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.SuggestionState;
import org.messgateway.gateway.reconcile.SuggestionRules.Proposed;
import org.messgateway.gateway.reconcile.SuggestionRules.RoutedTask;

/**
 * Finds open tasks of one requestor that could be one: they need the same abilities at the same
 * place and are begun by nobody, and either say nearly the same or are one executor's to do.
 */
final class AlikeTasks {

  /** Share of equal pairs of letters from which on two intents say nearly the same. */
  private static final double ALIKE = 0.8;

  /** Deadlines further apart are two tasks. */
  private static final Duration SAME_TIME = Duration.ofHours(24);

  private AlikeTasks() {}

  /** Pairs of tasks that could be one. */
  static Stream<Proposed> merges(List<RoutedTask> tasks) {
    // Of the same requestor and for the same ability: only these are compared with each other.
    return tasks.stream()
        .filter(task -> task.thread().requestor().isPresent())
        .collect(Collectors.groupingBy(AlikeTasks::sort, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .flatMap(alike ->
            IntStream.range(0, alike.size())
                .boxed()
                .flatMap(i ->
                    alike.subList(i + 1, alike.size()).stream()
                        .flatMap(other -> merge(alike.get(i), other).stream())));
  }

  private static List<Object> sort(RoutedTask task) {
    return List.of(
        task.thread().requestor().orElse(""),
        required(task.thread()),
        String.valueOf(location(task.thread())).toLowerCase(Locale.ROOT),
        Optional.ofNullable(task.conversation().holder()));
  }

  private static Set<String> required(MessThread thread) {
    return thread.request().stream()
        .flatMap(request -> request.requires().stream())
        .map(Requirement::id)
        .collect(Collectors.toSet());
  }

  private static @Nullable Object location(MessThread thread) {
    return thread.request().map(request -> request.constraints().location()).orElse(null);
  }

  private static Optional<Proposed> merge(RoutedTask one, RoutedTask other) {
    boolean begun =
        !(one.isFree() && other.isFree())
            && !(one.conversation().status() == ThreadStatus.CLAIMED
                && other.conversation().status() == ThreadStatus.CLAIMED);
    boolean placed = !required(one.thread()).isEmpty() || location(one.thread()) != null;
    boolean same = alike(one.thread().intent(), other.thread().intent());
    Set<String> asked = one.asked();
    boolean oneDoes = asked.size() == 1 && asked.equals(other.asked());
    if (begun || dependent(one, other) || apart(one, other) || !(same || (placed && oneDoes))) {
      return Optional.empty();
    }
    boolean otherFirst = other.deadline().isBefore(one.deadline());
    RoutedTask first = otherFirst ? other : one;
    RoutedTask second = otherFirst ? one : other;
    Map<String, Object> proposed = new LinkedHashMap<>();
    if (oneDoes) {
      proposed.put("executor", asked.iterator().next());
    }
    proposed.put("combined_intent", combined(first.thread().intent(), second.thread().intent()));
    return Optional.of(
        new Proposed(
            SuggestionState.Type.MERGE,
            List.of(first.ref(), second.ref()),
            proposed,
            same ? "both ask for nearly the same" : "the same one does both, at one go"));
  }

  private static String combined(String one, String other) {
    return one.strip().equalsIgnoreCase(other.strip()) ? one : one + " and " + other;
  }

  private static boolean apart(RoutedTask one, RoutedTask other) {
    Optional<Instant> first = one.route().deadline();
    Optional<Instant> second = other.route().deadline();
    return first.isPresent()
        && second.isPresent()
        && Duration.between(first.get(), second.get()).abs().compareTo(SAME_TIME) > 0;
  }

  private static boolean dependent(RoutedTask one, RoutedTask other) {
    return !one.route().dependsOn().isEmpty() || !other.route().dependsOn().isEmpty();
  }

  /** By pairs of letters, which serve all languages. */
  private static boolean alike(String one, String other) {
    List<String> first = pairs(one);
    List<String> second = new ArrayList<>(pairs(other));
    int all = first.size() + second.size();
    long both = first.stream().filter(second::remove).count();
    return all > 0 && 2.0 * both / all >= ALIKE;
  }

  private static List<String> pairs(String intent) {
    String letters = intent.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
    return IntStream.range(0, Math.max(0, letters.length() - 1))
        .mapToObj(i -> letters.substring(i, i + 2))
        .toList();
  }
}
