package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Deadline;
import org.messgateway.gateway.queue.DesiredDelivery;

/**
 * Computes the deliveries that should exist for a thread. Source: docs/rules.md#who-is-told,
 * docs/rules.md#when.
 *
 * <p>The route is a pure function of the arguments, and stays the same from {@code now} until
 * {@link Route#nextLook()} while the other arguments stay the same. Only pending threads want
 * requests: for any other status queued requests are withdrawn. {@code waiting} and {@code held}
 * threads without a holder are blocked until they are pending again. Notifications after the
 * request are {@link FollowUps}, those for the requestor {@link AgentDeliveries}. Safe for all
 * threads.
 */
public final class Router {

  /** Executors named in one sentence; the explanation names all. */
  private static final int MOST_NAMES = 10;

  private final HoursCache hours = new HoursCache();

  /**
   * Routes one thread.
   *
   * @param exchange id of the exchange
   * @param lookups what the thread depends on, how executors did, what the exchange describes
   * @param ledger the thread's deliveries so far; decides about channels in order, and about steps
   *     when all executors before are out of reach
   * @param now decides which stages have begun; never changes the due time of a settled delivery
   */
  public Route route(
      MessThread thread,
      String exchange,
      Catalogue catalogue,
      RoutingLookups lookups,
      DeliveryLedger ledger,
      Instant now) {
    Conversation conversation = Conversation.of(thread);
    RoutingContext context =
        new RoutingContext(
            thread,
            exchange,
            new Eligibility(thread, catalogue, conversation.declined()),
            ledger,
            new RequestHistory(ledger, conversation.round().number()),
            conversation,
            Deadline.of(thread),
            now,
            hours);
    return new Routing(context, catalogue, lookups).route();
  }

  /** One routing under way. */
  private static final class Routing {

    private final RoutingContext context;
    private final Catalogue catalogue;
    private final RoutingLookups lookups;
    private final List<Hold> holds = new ArrayList<>();
    private @Nullable Instant nextLook;
    private List<DesiredDelivery> followUps = List.of();
    private List<DesiredDelivery> forAgent = List.of();

    Routing(RoutingContext context, Catalogue catalogue, RoutingLookups lookups) {
      this.context = context;
      this.catalogue = catalogue;
      this.lookups = lookups;
      if (!context.ledger().deliveries().isEmpty()) {
        FollowUps plan = FollowUps.of(context);
        followUps = plan.desired();
        look(plan.looks());
      }
    }

    /** The route may change at that time, unless it has passed. */
    private void look(Instant at) {
      if (at.isAfter(context.now()) && (nextLook == null || at.isBefore(nextLook))) {
        nextLook = at;
      }
    }

    private void look(List<Instant> instants) {
      for (Instant at : instants) {
        look(at);
      }
    }

    private void look(Optional<Instant> at) {
      if (at.isPresent()) {
        look(at.get());
      }
    }

    Route route() {
      Optional<Hold> closed = closed();
      if (closed.isPresent()) {
        holds.add(closed.get());
        if (blocked()) {
          // It expires at its deadline, whoever has it.
          look(context.deadline().at());
        }
        return closed.get().kind() == Hold.Kind.ENDED
            ? route(
                List.of(),
                () -> new Explanation(closed.get().sentence(), List.of(), List.of(), notices()))
            : held(select());
      }
      look(context.deadline().at());
      DependencyGate gate =
          DependencyGate.of(context.thread(), lookups.dependencies(), context.now());
      holds.addAll(gate.holds());
      look(gate.nextLook());
      EarliestStart start =
          EarliestStart.of(
              context.thread(), context.conversation().round(), gate.releasedAt(), context.now());
      holdUntil(start);
      ExecutorSelection selection = select();
      if (selection.stages().isEmpty()) {
        holds.add(nobody(selection));
      }
      return gate.holds().isEmpty() ? staged(selection, start) : held(selection);
    }

    private Optional<Hold> closed() {
      ThreadStatus status = context.conversation().status();
      @Nullable String holder = context.conversation().holder();
      if (status.ended()) {
        return hold(Hold.Kind.ENDED, "it has ended: " + status.code());
      }
      if (status != ThreadStatus.PENDING) {
        return holder == null && blocked()
            ? hold(Hold.Kind.BLOCKED, "it is " + status.code() + " and goes on when it is pending")
            : hold(
                Hold.Kind.TAKEN,
                Objects.requireNonNullElse(holder, "somebody") + " has it: " + status.code());
      }
      return context.deadline().passed(context.now())
          ? hold(
              Hold.Kind.DEADLINE_PASSED,
              "its deadline passed at " + InstantText.utc(context.deadline().at().orElseThrow()))
          : Optional.empty();
    }

    private boolean blocked() {
      ThreadStatus status = context.conversation().status();
      return status == ThreadStatus.WAITING || status == ThreadStatus.HELD;
    }

    private static Optional<Hold> hold(Hold.Kind kind, String sentence) {
      return Optional.of(new Hold(kind, sentence, null));
    }

    private void holdUntil(EarliestStart start) {
      look(start.skewed());
      Instant at = start.notBefore().orElse(null);
      if (at != null && context.now().isBefore(at)) {
        look(at);
        holds.add(
            new Hold(
                Hold.Kind.NOT_BEFORE, "it is not to be told before " + InstantText.utc(at), at));
      }
    }

    private ExecutorSelection select() {
      return ExecutorSelection.of(context, catalogue, lookups.performance());
    }

    private Hold nobody(ExecutorSelection selection) {
      List<String> chosen = context.chosen();
      Stream<String> whys =
          !chosen.isEmpty()
              ? Stream.of(
                  selection.rule()
                      + catalogue
                          .executor(chosen.getFirst())
                          .flatMap(context.eligibility()::unreachable)
                          .map(why -> ", who " + why.sentence())
                          .orElse(", whom nobody configured"))
              : unable(selection);
      return new Hold(Hold.Kind.NOBODY, "nobody can be told: " + shortened(whys.toList()), null);
    }

    /** A capability that nobody has is why, whatever else each of them lacks. */
    private Stream<String> unable(ExecutorSelection selection) {
      List<String> required =
          Eligibility.required(context.thread()).stream().map(Requirement::id).toList();
      List<String> unclaimed =
          catalogue.executors().isEmpty()
              ? List.of()
              : UnclaimedCapabilities.sentences(required, catalogue, lookups.described());
      return unclaimed.isEmpty()
          ? catalogue.executors().values().stream()
              .map(executor -> executor.id() + " " + why(selection, executor).sentence())
          : unclaimed.stream();
    }

    private static String shortened(List<String> whys) {
      if (whys.isEmpty()) {
        return "no executor is configured";
      }
      String named = whys.stream().limit(MOST_NAMES).collect(Collectors.joining("; "));
      int more = whys.size() - MOST_NAMES;
      return more > 0 ? named + "; and " + more + " more" : named;
    }

    private Route staged(ExecutorSelection selection, EarliestStart start) {
      EscalationPlan plan = EscalationPlan.of(selection, start, context);
      look(plan.looks());
      if (!selection.stages().isEmpty()) {
        plan.hold().ifPresent(holds::add);
      }
      return route(plan.desired(), () -> explanation(selection, plan.verdicts()));
    }

    private Route held(ExecutorSelection selection) {
      return route(List.of(), () -> explanation(selection, heldVerdicts(selection)));
    }

    private static Map<String, ExecutorVerdict> heldVerdicts(ExecutorSelection selection) {
      return selection.named().stream()
          .collect(Collectors.toMap(Function.identity(), ExecutorVerdict.OnHold::new));
    }

    private Explanation explanation(
        ExecutorSelection selection, Map<String, ExecutorVerdict> verdicts) {
      List<ExecutorVerdict> all = new ArrayList<>();
      for (Executor executor : catalogue.executors().values()) {
        ExecutorVerdict verdict = verdicts.get(executor.id());
        all.add(
            verdict == null
                ? new ExecutorVerdict.Excluded(executor.id(), why(selection, executor))
                : verdict);
      }
      return new Explanation(
          selection.rule(), RouteNotes.of(context, catalogue, selection), all, notices());
    }

    private List<FollowUpNotice> notices() {
      return FollowUpNotice.of(
          context.ledger(),
          Stream.concat(followUps.stream(), forAgent.stream()).toList(),
          context.thread().requestor().orElse(""));
    }

    private Exclusion why(ExecutorSelection selection, Executor executor) {
      List<String> chosen = context.chosen();
      if (!chosen.isEmpty() && !chosen.contains(executor.id())) {
        return new Exclusion.OtherChosen(String.join(", ", chosen));
      }
      Optional<Exclusion> unable =
          chosen.isEmpty()
              ? context.eligibility().unable(executor)
              : context.eligibility().unreachable(executor);
      Optional<Exclusion> outranked = Optional.ofNullable(selection.outranked().get(executor.id()));
      return unable
          .or(() -> outranked)
          .or(() -> spared(selection, executor))
          .orElseGet(() ->
              executor.availability() instanceof Availability.OnDemand
                  ? new Exclusion.OnDemandOnly()
                  : new Exclusion.NotInRule());
    }

    private static Optional<Exclusion> spared(ExecutorSelection selection, Executor executor) {
      return selection.lastResort().contains(executor)
          ? Optional.of(new Exclusion.RequiresNothing(executor.preferences().anyTask().isPresent()))
          : Optional.empty();
    }

    private Route route(List<DesiredDelivery> requests, Supplier<Explanation> reasons) {
      forAgent = AgentDeliveries.of(context, catalogue, lookups.inboxes(), this::reachesNobody);
      return new Route(
          together(requests, followUps, forAgent),
          holds,
          Optional.ofNullable(nextLook),
          new RouteReasons(reasons),
          context.round(),
          context.deadline().at(),
          Set.copyOf(DependencyGate.dependsOn(context.thread())),
          Optional.ofNullable(context.conversation().holder()));
    }

    private boolean reachesNobody() {
      for (Hold hold : holds) {
        if (hold.kind() == Hold.Kind.NOBODY) {
          return true;
        }
      }
      return false;
    }

    private static List<DesiredDelivery> together(
        List<DesiredDelivery> requests,
        List<DesiredDelivery> followUps,
        List<DesiredDelivery> forAgent) {
      if (followUps.isEmpty() && forAgent.isEmpty()) {
        return requests;
      }
      return Stream.of(requests, followUps, forAgent).flatMap(List::stream).toList();
    }
  }
}
