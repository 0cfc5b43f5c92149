package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.gateway.routing.Rule.Step;

/**
 * The executors to be notified of a thread, in stages. Source: docs/rules.md#who-is-told.
 *
 * <ol>
 *   <li>An executor in the envelope of a pending thread was chosen by the exchange: that one only,
 *       whatever its capabilities and preferences.
 *   <li>Else the first rule that matches: at once all able executors of its {@code prefer}, then
 *       its steps. Where none of {@code prefer} is able, the first step with an able executor takes
 *       their place at once.
 *   <li>Where no executor of the rule is able, and where no rule matches: the {@code default}, in
 *       the same way.
 *   <li>Where none of those is able either: all able executors that are not on demand. A rule is a
 *       preference, no permission; a task that somebody can do is not left undone.
 * </ol>
 *
 * @param rule the rule that decided, for people
 * @param stages at once, then later ones by time; empty when nobody may be notified
 * @param lastResort able executors that are told only when all of the stages are out of reach for
 *     good, because the task requires nothing
 * @param outranked able executors to whom a policy prefers others, by id
 */
record ExecutorSelection(
    String rule,
    List<Stage> stages,
    List<Executor> lastResort,
    List<String> notes,
    Map<String, Exclusion> outranked) {

  ExecutorSelection {
    stages = List.copyOf(stages);
    lastResort = List.copyOf(lastResort);
    notes = List.copyOf(notes);
    outranked = Map.copyOf(outranked);
  }

  /**
   * Executors notified together, {@code after} the earliest start of the thread.
   *
   * @param sparing whether channels that cost money are spared, because no rule names them
   */
  record Stage(Duration after, List<Executor> executors, boolean sparing) {

    Stage {
      executors = List.copyOf(executors);
    }
  }

  /**
   * @param performance what policies judge by
   */
  static ExecutorSelection of(
      RoutingContext context, Catalogue catalogue, PerformanceHistory performance) {
    Chooser chooser = new Chooser(context, catalogue, performance);
    List<String> chosen = context.chosen();
    return chosen.isEmpty() ? chooser.byRules(context.thread()) : chooser.byExchange(chosen);
  }

  /** Ids of the executors of all stages. */
  Set<String> named() {
    return ids(stages.stream().flatMap(stage -> stage.executors.stream()));
  }

  /** Ids of all who may take it: also those who are told only when nobody else is left. */
  Set<String> eligible() {
    return ids(
        Stream.concat(
            stages.stream().flatMap(stage -> stage.executors.stream()), lastResort.stream()));
  }

  private static Set<String> ids(Stream<Executor> executors) {
    return executors.map(Executor::id).collect(Collectors.toSet());
  }

  private static final class Chooser {

    private final RoutingContext context;
    private final Catalogue catalogue;
    private final Eligibility eligibility;
    private final PerformanceHistory performance;
    private final Set<String> notes = new LinkedHashSet<>();
    private final Map<String, Executor> spared = new LinkedHashMap<>();
    private final Map<String, Exclusion> outranked = new HashMap<>();

    Chooser(RoutingContext context, Catalogue catalogue, PerformanceHistory performance) {
      this.context = context;
      this.catalogue = catalogue;
      this.eligibility = context.eligibility();
      this.performance = performance;
    }

    ExecutorSelection byExchange(List<String> chosen) {
      List<Executor> executors =
          chosen.stream()
              .flatMap(id -> catalogue.executor(id).stream())
              .filter(executor -> eligibility.unreachable(executor).isEmpty())
              .toList();
      return selection(
          "the exchange chose " + String.join(", ", chosen),
          stages(Duration.ZERO, executors, false));
    }

    ExecutorSelection byRules(MessThread thread) {
      for (Rule rule : candidates(thread)) {
        List<Stage> stages = stages(rule);
        if (!stages.isEmpty()) {
          return selection(rule.where(), stages);
        }
        if (!rule.equals(Rule.EVERYONE)) {
          notes.add(rule.where() + " applies, but none it names is able");
        }
      }
      return nobodyElse();
    }

    /** Those that were spared, because nobody else is left. */
    private ExecutorSelection nobodyElse() {
      List<Executor> left = List.copyOf(spared.values());
      spared.clear();
      if (!left.isEmpty()) {
        notes.add("it requires nothing, and nobody else is left to be told");
      }
      return selection(Rule.EVERYONE.where(), stages(Duration.ZERO, left, false));
    }

    private ExecutorSelection selection(String rule, List<Stage> stages) {
      if (!spared.isEmpty()) {
        stages.stream()
            .flatMap(stage -> stage.executors().stream())
            .forEach(executor -> spared.remove(executor.id()));
      }
      return new ExecutorSelection(
          rule, stages, List.copyOf(spared.values()), List.copyOf(notes), outranked);
    }

    private List<Rule> candidates(MessThread thread) {
      List<Rule> candidates = new ArrayList<>(3);
      for (Rule rule : catalogue.rules()) {
        if (matches(rule.match(), thread)) {
          candidates.add(rule);
          break;
        }
      }
      addOnce(candidates, catalogue.fallback());
      addOnce(candidates, Rule.EVERYONE);
      return candidates;
    }

    private static void addOnce(List<Rule> candidates, Rule rule) {
      if (!candidates.contains(rule)) {
        candidates.add(rule);
      }
    }

    private static boolean matches(Match match, MessThread thread) {
      Optional<Payload.Request> request = thread.request();
      String precision = request.map(Payload.Request::precision).orElse("");
      String urgency =
          request.map(Payload.Request::constraints).map(RequestConstraints::urgency).orElse("");
      return (match.capability() == null
              || Eligibility.anyOf(Eligibility.required(thread), List.of(match.capability())))
          && (match.precision() == null || match.precision().equalsIgnoreCase(precision.strip()))
          && (match.urgency() == null || match.urgency().equalsIgnoreCase(urgency.strip()));
    }

    private List<Stage> stages(Rule rule) {
      Set<String> before = new HashSet<>();
      List<Stage> first =
          stages(Duration.ZERO, able(rule, rule.prefer(), before), namesNobody(rule.prefer()));
      return rule.steps().isEmpty() ? first : withSteps(rule, first, before);
    }

    private List<Stage> withSteps(Rule rule, List<Stage> first, Set<String> before) {
      List<Stage> stages = new ArrayList<>(first);
      rule.steps().stream()
          .sorted(Comparator.comparing(Step::after))
          .forEach(step ->
              // Nobody before it: nobody to wait for.
              stages.addAll(
                  stages(
                      stages.isEmpty() ? Duration.ZERO : step.after(),
                      able(rule, step.then(), before),
                      namesNobody(step.then()))));
      return stages;
    }

    private static List<Stage> stages(Duration after, List<Executor> executors, boolean sparing) {
      return executors.isEmpty() ? List.of() : List.of(new Stage(after, executors, sparing));
    }

    private static boolean namesNobody(Choice choice) {
      return switch (choice) {
        case Choice.Everyone _ -> true;
        case Choice.Named _ -> false;
        case Choice.Best(_, Choice among) -> namesNobody(among);
      };
    }

    private List<Executor> able(Rule rule, Choice choice, Set<String> before) {
      boolean sparing = namesNobody(choice);
      List<Executor> able = new ArrayList<>();
      for (Executor executor : chosen(rule, choice)) {
        boolean asked = !(sparing && executor.availability() instanceof Availability.OnDemand);
        if (asked
            && eligibility.able(executor)
            && !before.contains(executor.id())
            && !(sparing && spares(executor))) {
          able.add(executor);
        }
      }
      List<Executor> best =
          choice instanceof Choice.Best(Rule.Policy policy, _) ? best(rule, policy, able) : able;
      best.forEach(executor -> before.add(executor.id()));
      return best;
    }

    private boolean spares(Executor executor) {
      boolean spares = eligibility.spared(executor);
      if (spares) {
        spared.put(executor.id(), executor);
      }
      return spares;
    }

    private List<Executor> best(Rule rule, Rule.Policy policy, List<Executor> able) {
      PerformanceRanking ranking = PerformanceRanking.of(rule, policy, able, context, performance);
      notes.addAll(ranking.notes());
      List<String> preferred = ranking.best().stream().map(Executor::id).toList();
      able.stream()
          .map(Executor::id)
          .filter(id -> !preferred.contains(id))
          .forEach(
              id -> outranked.put(id, new Exclusion.OthersPreferred(policy.code(), preferred)));
      return ranking.best();
    }

    /** Each once. */
    private Collection<Executor> chosen(Rule rule, Choice choice) {
      return switch (choice) {
        case Choice.Everyone _ -> catalogue.executors().values();
        case Choice.Best(_, Choice among) -> chosen(rule, among);
        case Choice.Named named -> named(rule, named.executors());
      };
    }

    private List<Executor> named(Rule rule, List<String> ids) {
      List<Executor> named = new ArrayList<>();
      for (String id : new LinkedHashSet<>(ids)) {
        catalogue
            .executor(id)
            .ifPresentOrElse(
                named::add,
                () -> notes.add(rule.where() + " names " + id + ", whom nobody configured"));
      }
      return named;
    }
  }
}
