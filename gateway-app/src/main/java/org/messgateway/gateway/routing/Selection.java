package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.mess.Constraints;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.gateway.routing.Rule.Step;

/**
 * Who is to be told of a thread, and in which steps. Source: DESIGN §5 (Who is told), plan
 * Component 3 (Router).
 *
 * <ol>
 *   <li>An executor in the envelope of a pending thread was chosen by the exchange: that one only,
 *       whatever it can do or wants to be spared.
 *   <li>Else the first rule that matches: at once all of its {@code prefer} who are able, then its
 *       steps. Where none of {@code prefer} is able, the first step that has somebody able takes
 *       their place at once.
 *   <li>Where none whom the rule names is able, and where no rule matches: the {@code default}, in
 *       the same way.
 *   <li>Where none of those is able either: all who are, but those on demand. A rule says who is
 *       better, not who may know; a task that somebody can do is not left lying.
 * </ol>
 *
 * @param rule what decided, for people
 * @param stages at once, then later ones by time; empty when nobody may be told
 */
record Selection(String rule, List<Stage> stages, List<String> notes) {

  Selection {
    stages = List.copyOf(stages);
    notes = List.copyOf(notes);
  }

  /** Executors told together, so long after the thread was free to be told. */
  record Stage(Duration after, List<Executor> executors) {

    Stage {
      executors = List.copyOf(executors);
    }
  }

  static Selection of(Question question, Catalogue catalogue) {
    Chooser chooser = new Chooser(catalogue, question.eligibility());
    String chosen = question.chosen();
    return chosen == null ? chooser.byRules(question.thread()) : chooser.byExchange(chosen);
  }

  /** Ids of all who are told, in whatever stage. */
  Set<String> named() {
    return stages.stream()
        .flatMap(stage -> stage.executors.stream())
        .map(Executor::id)
        .collect(Collectors.toSet());
  }

  private static final class Chooser {

    private final Catalogue catalogue;
    private final Eligibility eligibility;
    private final Set<String> notes = new LinkedHashSet<>();

    Chooser(Catalogue catalogue, Eligibility eligibility) {
      this.catalogue = catalogue;
      this.eligibility = eligibility;
    }

    Selection byExchange(String chosen) {
      List<Executor> executors =
          Optional.ofNullable(catalogue.executors().get(chosen))
              .filter(executor -> eligibility.unreachable(executor).isEmpty())
              .map(List::of)
              .orElse(List.of());
      return selection("the exchange chose " + chosen, stages(Duration.ZERO, executors));
    }

    Selection byRules(MessThread thread) {
      for (Rule rule : candidates(thread)) {
        List<Stage> stages = stages(rule);
        if (!stages.isEmpty()) {
          return selection(rule.where(), stages);
        }
        if (!rule.equals(Rule.EVERYONE)) {
          notes.add(rule.where() + " applies, but none it names is able");
        }
      }
      return selection(Rule.EVERYONE.where(), List.of());
    }

    private Selection selection(String rule, List<Stage> stages) {
      return new Selection(rule, stages, List.copyOf(notes));
    }

    private List<Rule> candidates(MessThread thread) {
      Optional<Rule> first =
          catalogue.rules().stream().filter(rule -> matches(rule.match(), thread)).findFirst();
      return Stream.of(first, Optional.of(catalogue.fallback()), Optional.of(Rule.EVERYONE))
          .flatMap(Optional::stream)
          .distinct()
          .toList();
    }

    private static boolean matches(Match match, MessThread thread) {
      Optional<Payload.Request> request = thread.request();
      String precision = request.map(Payload.Request::precision).orElse("");
      String urgency =
          request.map(Payload.Request::constraints).map(Constraints::urgency).orElse("");
      return (match.capability() == null
              || Capabilities.anyOf(Eligibility.required(thread), List.of(match.capability())))
          && (match.precision() == null || match.precision().equalsIgnoreCase(precision.strip()))
          && (match.urgency() == null || match.urgency().equalsIgnoreCase(urgency.strip()));
    }

    private List<Stage> stages(Rule rule) {
      Set<String> before = new HashSet<>();
      List<Stage> stages =
          new ArrayList<>(stages(Duration.ZERO, able(rule, rule.prefer(), before)));
      rule.steps().stream()
          .sorted(Comparator.comparing(Step::after))
          .forEach(step ->
              // Nobody before it: nobody to wait for.
              stages.addAll(
                  stages(
                      stages.isEmpty() ? Duration.ZERO : step.after(),
                      able(rule, step.then(), before))));
      return stages;
    }

    private static List<Stage> stages(Duration after, List<Executor> executors) {
      return executors.isEmpty() ? List.of() : List.of(new Stage(after, executors));
    }

    private List<Executor> able(Rule rule, Choice choice, Set<String> before) {
      return chosen(rule, choice)
          .filter(eligibility::able)
          .filter(executor -> before.add(executor.id()))
          .toList();
    }

    private Stream<Executor> chosen(Rule rule, Choice choice) {
      return switch (choice) {
        case Choice.Everyone _ ->
            catalogue.executors().values().stream()
                .filter(executor -> !(executor.availability() instanceof Availability.OnDemand));
        case Choice.Named named -> named.executors().stream().flatMap(id -> named(rule, id));
      };
    }

    private Stream<Executor> named(Rule rule, String id) {
      Executor executor = catalogue.executors().get(id);
      if (executor == null) {
        notes.add(rule.where() + " names " + id + ", whom nobody configured");
      }
      return Stream.ofNullable(executor);
    }
  }
}
