package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.WantedDelivery;

/**
 * Says what should exist for a thread. Source: DESIGN §3 and §5.
 *
 * <p>The answer depends on what is given to it and on nothing else, and stays the same from {@code
 * now} until {@link Route#nextLook()} while the rest stays the same. Requests are for pending
 * threads alone: for any other status they are not wanted, so that what is queued is withdrawn.
 * Waiting and held threads, even those nobody has, are blocked and told once they are pending
 * again. What is told after the request is {@link Afterwards}. Safe for all threads.
 */
public final class Router {

  /** Executors named in a sentence; the explanation has them all. */
  private static final int MOST_NAMES = 10;

  private final HoursBook hours = new HoursBook();

  /**
   * Routes one thread.
   *
   * @param exchange id of the exchange
   * @param dependencies how the threads stand that it waits for
   * @param told what became of its deliveries so far; decides about channels in order and about
   *     steps when everybody before is out of reach
   * @param now decides what has begun; never a due time of what was told already
   */
  public Route route(
      MessThread thread,
      String exchange,
      Catalogue catalogue,
      Dependencies dependencies,
      Told told,
      Instant now) {
    Freedom freedom = Freedom.of(thread);
    Course course = Course.of(thread);
    Question question =
        new Question(
            thread,
            exchange,
            new Eligibility(thread, catalogue, course.declined()),
            told,
            new RequestsSoFar(told, freedom.round()),
            course,
            Deadline.of(thread),
            freedom.round(),
            now,
            hours);
    return new Routing(question, catalogue, dependencies, freedom).route();
  }

  /** One routing under way. */
  private static final class Routing {

    private final Question question;
    private final Catalogue catalogue;
    private final Dependencies dependencies;
    private final Freedom freedom;
    private final List<Hold> holds = new ArrayList<>();
    private final Set<Instant> looks = new HashSet<>();
    private final Afterwards.Result afterwards;

    Routing(Question question, Catalogue catalogue, Dependencies dependencies, Freedom freedom) {
      this.question = question;
      this.catalogue = catalogue;
      this.dependencies = dependencies;
      this.freedom = freedom;
      this.afterwards = Afterwards.of(question);
      looks.addAll(afterwards.looks());
    }

    Route route() {
      Optional<Hold> closed = closed();
      if (closed.isPresent()) {
        holds.add(closed.get());
        if (closed.get().kind() == Hold.Kind.BLOCKED) {
          // Nobody has it: then it ends.
          question.deadline().at().ifPresent(looks::add);
        }
        return closed.get().kind() == Hold.Kind.ENDED
            ? route(
                List.of(),
                () -> new Explanation(closed.get().sentence(), List.of(), List.of(), notices()))
            : held(select());
      }
      question.deadline().at().ifPresent(looks::add);
      DependencyGate.Answer gate =
          DependencyGate.ask(question.thread(), dependencies, question.now());
      holds.addAll(gate.holds());
      gate.nextLook().ifPresent(looks::add);
      Start start = Start.of(question.thread(), freedom, gate.releasedAt(), question.now());
      holdUntil(start);
      Selection selection = select();
      if (selection.stages().isEmpty()) {
        holds.add(nobody(selection));
      }
      return gate.holds().isEmpty() ? told(selection, start) : held(selection);
    }

    private Optional<Hold> closed() {
      Envelope envelope = question.thread().envelope();
      ThreadStatus status = envelope.status();
      if (status.ended()) {
        return hold(Hold.Kind.ENDED, "it has ended: " + status.code());
      }
      if (status != ThreadStatus.PENDING) {
        boolean blocked = status == ThreadStatus.WAITING || status == ThreadStatus.HELD;
        return envelope.executor() == null && blocked
            ? hold(Hold.Kind.BLOCKED, "it is " + status.code() + " and goes on when it is pending")
            : hold(Hold.Kind.TAKEN, holder(envelope) + " has it: " + status.code());
      }
      return question
          .deadline()
          .at()
          .filter(_ -> question.deadline().passed(question.now()))
          .flatMap(
              at -> hold(Hold.Kind.DEADLINE_PASSED, "its deadline passed at " + Times.utc(at)));
    }

    private static String holder(Envelope envelope) {
      return envelope.executor() == null ? "somebody" : envelope.executor();
    }

    private static Optional<Hold> hold(Hold.Kind kind, String sentence) {
      return Optional.of(new Hold(kind, sentence, null));
    }

    private void holdUntil(Start start) {
      start.skewed().ifPresent(looks::add);
      start
          .notBefore()
          .filter(question.now()::isBefore)
          .ifPresent(at -> {
            looks.add(at);
            holds.add(
                new Hold(Hold.Kind.NOT_BEFORE, "it is not to be told before " + Times.utc(at), at));
          });
    }

    private Selection select() {
      return Selection.of(question, catalogue);
    }

    private Hold nobody(Selection selection) {
      String chosen = question.chosen();
      Stream<String> whys =
          chosen != null
              ? Stream.of(
                  selection.rule()
                      + Optional.ofNullable(catalogue.executors().get(chosen))
                          .flatMap(question.eligibility()::unreachable)
                          .map(why -> ", who " + why.sentence())
                          .orElse(", whom nobody configured"))
              : catalogue.executors().values().stream()
                  .map(executor -> executor.id() + " " + why(executor).sentence());
      return new Hold(Hold.Kind.NOBODY, "nobody can be told: " + shortened(whys.toList()), null);
    }

    private static String shortened(List<String> whys) {
      if (whys.isEmpty()) {
        return "no executor is configured";
      }
      String named = whys.stream().limit(MOST_NAMES).collect(Collectors.joining("; "));
      int more = whys.size() - MOST_NAMES;
      return more > 0 ? named + "; and " + more + " more" : named;
    }

    private Route told(Selection selection, Start start) {
      Telling.Result result = Telling.of(selection, start, question);
      looks.addAll(result.looks());
      if (!selection.stages().isEmpty()) {
        result.hold().ifPresent(holds::add);
      }
      return route(result.wanted(), () -> explanation(selection, result.verdicts()));
    }

    private Route held(Selection selection) {
      return route(List.of(), () -> explanation(selection, heldVerdicts(selection)));
    }

    private static Map<String, Verdict> heldVerdicts(Selection selection) {
      return selection.named().stream()
          .collect(Collectors.toMap(Function.identity(), Verdict.Held::new));
    }

    private Explanation explanation(Selection selection, Map<String, Verdict> verdicts) {
      List<Verdict> all = new ArrayList<>();
      for (Executor executor : catalogue.executors().values()) {
        Verdict verdict = verdicts.get(executor.id());
        all.add(verdict == null ? new Verdict.NotTold(executor.id(), why(executor)) : verdict);
      }
      return new Explanation(selection.rule(), notes(selection), all, notices());
    }

    private List<Notice> notices() {
      return Notice.of(question.told(), afterwards.wanted());
    }

    private WhyNot why(Executor executor) {
      String chosen = question.chosen();
      if (chosen != null && !executor.id().equals(chosen)) {
        return new WhyNot.OtherChosen(chosen);
      }
      Optional<WhyNot> unable =
          chosen == null
              ? question.eligibility().unable(executor)
              : question.eligibility().unreachable(executor);
      return unable.orElseGet(() ->
          executor.availability() instanceof Availability.OnDemand
              ? new WhyNot.OnDemand()
              : new WhyNot.NotNamed());
    }

    private List<String> notes(Selection selection) {
      Set<String> named = selection.named();
      Stream<String> channels =
          catalogue.executors().values().stream()
              .filter(executor -> named.contains(executor.id()))
              .flatMap(executor ->
                  question.eligibility().unknownChannels(executor).stream()
                      .map(channel ->
                          "%s has an address on %s, a channel that is not configured"
                              .formatted(executor.id(), channel)));
      Stream<String> silent =
          catalogue.executors().values().stream()
              .filter(executor -> named.contains(executor.id()))
              .flatMap(executor ->
                  question.eligibility().silentChannels(executor).stream()
                      .map(channel ->
                          "%s opted out of %s and is not told there"
                              .formatted(executor.id(), channel)));
      return Stream.of(
              question.deadline().notes().stream(), selection.notes().stream(), channels, silent)
          .flatMap(notes -> notes)
          .toList();
    }

    private Route route(List<WantedDelivery> requests, Supplier<Explanation> reasons) {
      return new Route(
          Stream.concat(requests.stream(), afterwards.wanted().stream()).toList(),
          holds,
          looks.stream().filter(question.now()::isBefore).min(Instant::compareTo),
          new Reasons(reasons),
          question.round(),
          question.deadline().at(),
          new LinkedHashSet<>(DependencyGate.dependsOn(question.thread())),
          Optional.ofNullable(question.course().holder()));
    }
  }
}
