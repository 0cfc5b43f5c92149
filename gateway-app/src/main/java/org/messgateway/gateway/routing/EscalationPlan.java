package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.routing.ExecutorSelection.Stage;
import org.messgateway.gateway.routing.ExecutorVerdict.ChannelVerdict;

/**
 * The stages of a selection over time: which have begun, and which deliveries they want.
 *
 * <p>A later stage begins at its time, or as soon as all executors before it are out of reach for
 * good. A stage whose time is at or after the deadline does not begin by the clock.
 */
final class EscalationPlan {

  private final RoutingContext context;
  private final EarliestStart start;
  private final RequestDeliveries wanted;
  private final List<ExecutorVerdict.LaterStep> laterSteps = new ArrayList<>();
  private final List<Instant> looks = new ArrayList<>();
  private final List<ChannelPlan> channelPlans = new ArrayList<>();

  /** Since when all executors notified so far are out of reach; null while one may be reached. */
  private @Nullable Instant spent = InstantRange.EARLIEST;

  private EscalationPlan(RoutingContext context, EarliestStart start) {
    this.context = context;
    this.start = start;
    wanted = new RequestDeliveries(context);
  }

  static EscalationPlan of(
      ExecutorSelection selection, EarliestStart start, RoutingContext context) {
    EscalationPlan plan = new EscalationPlan(context, start);
    for (Stage stage : selection.stages()) {
      plan.addStage(stage);
    }
    plan.addLastResort(selection.lastResort());
    return plan;
  }

  /** The deliveries of all stages that have begun. */
  List<DesiredDelivery> desired() {
    return wanted.deliveries();
  }

  /** Instants at which the answer may change, past ones included. */
  List<Instant> looks() {
    return looks;
  }

  private void addStage(Stage stage) {
    Instant at = start.step(stage.after());
    Instant begins = spent == null ? at : InstantRange.earlier(at, spent);
    if (stage.after().isZero()) {
      begin(stage, at);
    } else if (!begins.isAfter(context.now())) {
      begin(stage, InstantRange.later(begins, start.basis()));
    } else if (begun(stage.executors())) {
      looks.add(at);
      begin(stage, start.basis());
    } else {
      later(stage, begins);
    }
  }

  /** Those that the task spares, once nobody else is left. */
  private void addLastResort(List<Executor> executors) {
    if (!executors.isEmpty() && (spent != null || begun(executors))) {
      Instant basis = spent == null ? start.basis() : InstantRange.later(spent, start.basis());
      executors.forEach(executor -> begin(executor, basis, false));
    }
  }

  private boolean begun(List<Executor> executors) {
    return executors.stream()
        .anyMatch(executor ->
            context.requests().begun(executor.id(), context.eligibility().channels(executor)));
  }

  private void later(Stage stage, Instant at) {
    boolean inTime = context.deadline().allows(at);
    if (inTime) {
      looks.add(at);
    }
    spent = null;
    for (Executor executor : stage.executors()) {
      laterSteps.add(new ExecutorVerdict.LaterStep(executor.id(), at, !inTime));
    }
  }

  private void begin(Stage stage, Instant basis) {
    for (Executor executor : stage.executors()) {
      begin(executor, basis, stage.sparing());
    }
  }

  private void begin(Executor executor, Instant basis, boolean sparing) {
    ChannelPlan channelPlan = ChannelPlan.of(executor, basis, context, sparing);
    channelPlans.add(channelPlan);
    for (ChannelPlan.ChannelUse use : channelPlan.uses()) {
      wanted.add(executor.id(), use);
    }
    looks.addAll(channelPlan.looks());
    Instant out = channelPlan.spentAt().orElse(null);
    spent = spent == null || out == null ? null : InstantRange.later(spent, out);
  }

  /** Of the selected executors, by id; asked for explanations only. */
  Map<String, ExecutorVerdict> verdicts() {
    Map<String, ExecutorVerdict> verdicts = new HashMap<>();
    channelPlans.forEach(plan -> verdicts.put(plan.executor().id(), verdict(plan)));
    laterSteps.forEach(step -> verdicts.put(step.executor(), step));
    return verdicts;
  }

  private static ExecutorVerdict verdict(ChannelPlan channelPlan) {
    String id = channelPlan.executor().id();
    if (channelPlan.neverOpen()) {
      return new ExecutorVerdict.NoOpenHours(id);
    }
    if (channelPlan.uses().isEmpty() && channelPlan.tooLate().isPresent()) {
      NotificationWindows.Slot slot = channelPlan.tooLate().get();
      return new ExecutorVerdict.AfterDeadline(id, slot.due(), slot.deferral());
    }
    List<ChannelVerdict> channels = new ArrayList<>();
    channelPlan.uses().forEach(use -> channels.add(used(use)));
    channelPlan
        .next()
        .ifPresent(
            next -> channels.add(new ChannelVerdict.LaterChannel(next.channel(), next.at())));
    channelPlan
        .spared()
        .forEach(at -> channels.add(new ChannelVerdict.SparedChannel(at.channel())));
    return new ExecutorVerdict.Notified(id, channels);
  }

  private static ChannelVerdict used(ChannelPlan.ChannelUse use) {
    return new ChannelVerdict.UsedChannel(
        use.at().channel(),
        use.at().address().value(),
        use.slot().due(),
        use.slot().deferral(),
        use.row().map(DeliveryLedger.Delivery::state).orElse(null));
  }

  /** Why nobody is notified although executors were selected. */
  Optional<Hold> hold() {
    if (spent == null) {
      return Optional.empty();
    }
    if (!wanted.isEmpty()) {
      return Optional.of(
          hold(
              Hold.Kind.UNREACHED,
              "everybody who was told is out of reach for good (%s), and no further step is left;"
                      .formatted(names(channelPlans))
                  + " mend their addresses or add a step to the rule, then replay"));
    }
    List<ChannelPlan> late =
        channelPlans.stream().filter(channelPlan -> channelPlan.tooLate().isPresent()).toList();
    return Optional.of(
        late.isEmpty()
            ? hold(
                Hold.Kind.NOBODY,
                "hours and quiet hours leave no time to tell " + names(channelPlans))
            : hold(
                Hold.Kind.TOO_LATE,
                "who could be told is available again only after the deadline: "
                    + late.stream().map(EscalationPlan::late).collect(Collectors.joining(", "))));
  }

  private static Hold hold(Hold.Kind kind, String sentence) {
    return new Hold(kind, sentence, null);
  }

  private static String names(List<ChannelPlan> channelPlans) {
    return channelPlans.stream()
        .map(channelPlan -> channelPlan.executor().id())
        .collect(Collectors.joining(", "));
  }

  private static String late(ChannelPlan channelPlan) {
    return channelPlan.executor().id()
        + channelPlan.tooLate().map(slot -> " at " + InstantText.utc(slot.due())).orElse("");
  }
}
