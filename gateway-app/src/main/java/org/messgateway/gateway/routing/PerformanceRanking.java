package org.messgateway.gateway.routing;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.gateway.routing.Rule.Policy;

/**
 * The best of several executors for a thread, by a policy. Source: docs/rules.md#performance.
 *
 * <p>Who was told in this round stays chosen, whatever the figures become: else an answer elsewhere
 * would take a task away from who is at it, and ask the next one.
 *
 * @param best those to be told; all candidates where too little is known of one
 * @param notes the figures, and what follows of them
 */
record PerformanceRanking(List<Executor> best, List<String> notes) {

  /** Executors whose figures are told. */
  private static final int MOST_NOTES = 20;

  private static final Set<DeliveryState> FAILED =
      EnumSet.of(DeliveryState.REJECTED, DeliveryState.DEAD, DeliveryState.EXPIRED);

  PerformanceRanking {
    best = List.copyOf(best);
    notes = List.copyOf(notes);
  }

  /**
   * Ranks executors that are able.
   *
   * @param rule that prefers by the policy
   */
  static PerformanceRanking of(
      Rule rule,
      Policy policy,
      List<Executor> candidates,
      RoutingContext context,
      PerformanceHistory history) {
    if (candidates.size() < 2) {
      return new PerformanceRanking(candidates, List.of());
    }
    return new Ranking(rule, policy, candidates, context, figures(rule, context, history)).best();
  }

  /** By capability, then by executor: those of the rule's capability, else of all required ones. */
  private static Map<String, Map<String, ExecutorPerformance>> figures(
      Rule rule, RoutingContext context, PerformanceHistory history) {
    String matched = rule.match().capability();
    List<String> required =
        matched != null
            ? List.of(matched)
            : Eligibility.required(context.thread()).stream()
                .map(Requirement::id)
                .distinct()
                .toList();
    return (required.isEmpty() ? List.of(TaskResult.NO_CAPABILITY) : required)
        .stream().collect(Collectors.toMap(each -> each, history::of));
  }

  private record Ranking(
      Rule rule,
      Policy policy,
      List<Executor> candidates,
      RoutingContext context,
      Map<String, Map<String, ExecutorPerformance>> figures) {

    PerformanceRanking best() {
      List<String> notes = new ArrayList<>();
      List<Executor> told = candidates.stream().filter(each -> !requests(each).isEmpty()).toList();
      boolean reached = told.stream().anyMatch(each -> !FAILED.containsAll(requests(each)));
      List<Executor> best = new ArrayList<>(told);
      if (reached) {
        notes.add("%s; told already: %s".formatted(prefers(), names(told)));
      } else {
        best.addAll(
            chosen(candidates.stream().filter(each -> !told.contains(each)).toList(), notes));
      }
      candidates.stream().limit(MOST_NOTES).forEach(each -> notes.addAll(notes(each)));
      return new PerformanceRanking(best, notes);
    }

    /** Of this round, at its addresses. */
    private List<DeliveryState> requests(Executor executor) {
      return context.eligibility().channels(executor).stream()
          .flatMap(at ->
              context.requests().at(executor.id(), at, context.eligibility().audience(at)).stream())
          .map(DeliveryLedger.Delivery::state)
          .filter(state -> state != DeliveryState.WITHDRAWN)
          .toList();
    }

    private List<Executor> chosen(List<Executor> among, List<String> notes) {
      List<Executor> unknown =
          among.stream().filter(each -> fewest(each) < ExecutorPerformance.FEWEST).toList();
      if (!unknown.isEmpty()) {
        notes.add(
            "%s, but fewer than %d tasks are known of %s: everybody is told"
                .formatted(prefers(), ExecutorPerformance.FEWEST, names(unknown)));
        return among;
      }
      double least = among.stream().mapToDouble(this::cost).min().orElse(0);
      List<Executor> best =
          among.stream().filter(each -> Double.compare(cost(each), least) == 0).toList();
      notes.add("%s: %s".formatted(prefers(), names(best)));
      return best;
    }

    private String prefers() {
      return rule.where() + " prefers " + policy.code();
    }

    private static String names(List<Executor> executors) {
      return executors.stream().map(Executor::id).collect(Collectors.joining(", "));
    }

    private int fewest(Executor executor) {
      return figures.values().stream()
          .mapToInt(each -> of(executor, each).known(policy))
          .min()
          .orElse(0);
    }

    /** The worst of its capabilities. */
    private double cost(Executor executor) {
      return figures.values().stream()
          .mapToDouble(each -> of(executor, each).cost(policy))
          .max()
          .orElse(0);
    }

    private static ExecutorPerformance of(
        Executor executor, Map<String, ExecutorPerformance> figures) {
      return figures.getOrDefault(executor.id(), ExecutorPerformance.UNKNOWN);
    }

    private List<String> notes(Executor executor) {
      return figures.entrySet().stream()
          .map(each ->
              "%s%s: %s"
                  .formatted(
                      executor.id(),
                      each.getKey().isEmpty() ? "" : " for " + each.getKey(),
                      of(executor, each.getValue()).sentence()))
          .toList();
    }
  }
}
