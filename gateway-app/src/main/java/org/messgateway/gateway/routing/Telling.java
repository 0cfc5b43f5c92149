package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Selection.Stage;
import org.messgateway.gateway.routing.Verdict.ChannelVerdict;

/**
 * Carries a selection out in time: which stages have begun, and what is wanted of those.
 *
 * <p>A later stage begins at its time, or as soon as everybody before it is out of reach for good.
 * A stage whose time is not before the deadline never does by the clock.
 */
final class Telling {

  private final Question question;
  private final Start start;
  private final WantedRequests wanted;
  private final Map<String, Verdict> verdicts = new HashMap<>();
  private final List<Instant> looks = new ArrayList<>();
  private final List<Outreach> outreaches = new ArrayList<>();

  /** Since when all who were told so far are out of reach; empty while there is hope. */
  private Optional<Instant> spent = Optional.of(InstantRange.EARLIEST);

  private Telling(Question question, Start start) {
    this.question = question;
    this.start = start;
    wanted = new WantedRequests(question);
  }

  /**
   * What came of it.
   *
   * @param verdicts by executor, of those who were selected
   * @param looks instants at which this may be different, past ones included
   * @param hold why nobody is told although somebody was selected
   */
  record Result(
      List<WantedDelivery> wanted,
      Map<String, Verdict> verdicts,
      List<Instant> looks,
      Optional<Hold> hold) {}

  static Result of(Selection selection, Start start, Question question) {
    Telling telling = new Telling(question, start);
    selection.stages().forEach(telling::take);
    List<WantedDelivery> wanted = telling.wanted.deliveries();
    return new Result(wanted, telling.verdicts, telling.looks, telling.hold(wanted.isEmpty()));
  }

  private void take(Stage stage) {
    Instant at = start.step(stage.after());
    Instant begins = spent.map(it -> InstantRange.earlier(at, it)).orElse(at);
    if (stage.after().isZero()) {
      tell(stage, at);
    } else if (!begins.isAfter(question.now())) {
      tell(stage, InstantRange.later(begins, start.basis()));
    } else if (begun(stage)) {
      looks.add(at);
      tell(stage, start.basis());
    } else {
      later(stage, begins);
    }
  }

  private boolean begun(Stage stage) {
    return stage.executors().stream()
        .anyMatch(executor ->
            question.soFar().begun(executor.id(), question.eligibility().channels(executor)));
  }

  private void later(Stage stage, Instant at) {
    boolean inTime = question.deadline().allows(at);
    if (inTime) {
      looks.add(at);
    }
    spent = Optional.empty();
    for (Executor executor : stage.executors()) {
      verdicts.put(executor.id(), new Verdict.Later(executor.id(), at, !inTime));
    }
  }

  private void tell(Stage stage, Instant basis) {
    stage.executors().forEach(executor -> tell(executor, basis));
  }

  private void tell(Executor executor, Instant basis) {
    Outreach outreach = Outreach.of(executor, basis, question);
    outreaches.add(outreach);
    outreach.uses().forEach(use -> wanted.add(executor.id(), use));
    looks.addAll(outreach.looks());
    verdicts.put(executor.id(), verdict(outreach));
    spent = spent.flatMap(until -> outreach.spentAt().map(at -> InstantRange.later(until, at)));
  }

  private static Verdict verdict(Outreach outreach) {
    String id = outreach.executor().id();
    if (outreach.neverOpen()) {
      return new Verdict.NeverOpen(id);
    }
    if (outreach.uses().isEmpty() && outreach.tooLate().isPresent()) {
      TellingTimes.Slot slot = outreach.tooLate().get();
      return new Verdict.TooLate(id, slot.due(), slot.deferral());
    }
    List<ChannelVerdict> channels = new ArrayList<>();
    outreach.uses().forEach(use -> channels.add(used(use)));
    outreach
        .next()
        .ifPresent(next -> channels.add(new ChannelVerdict.Next(next.channel(), next.at())));
    return new Verdict.Told(id, channels);
  }

  private static ChannelVerdict used(Outreach.Use use) {
    return new ChannelVerdict.Used(
        use.at().channel(),
        use.at().address().value(),
        use.slot().due(),
        use.slot().deferral(),
        use.row().map(Told.Delivery::state).orElse(null));
  }

  private Optional<Hold> hold(boolean nothingWanted) {
    if (spent.isEmpty()) {
      return Optional.empty();
    }
    if (!nothingWanted) {
      return Optional.of(
          hold(
              Hold.Kind.UNREACHED,
              "everybody who was told is out of reach for good (%s), and no further step is left;"
                      .formatted(names(outreaches))
                  + " mend their addresses or add a step to the rule, then replay"));
    }
    List<Outreach> late =
        outreaches.stream().filter(outreach -> outreach.tooLate().isPresent()).toList();
    return Optional.of(
        late.isEmpty()
            ? hold(
                Hold.Kind.NOBODY,
                "hours and quiet hours leave no time to tell " + names(outreaches))
            : hold(
                Hold.Kind.TOO_LATE,
                "who could be told is available again only after the deadline: "
                    + late.stream().map(Telling::late).collect(Collectors.joining(", "))));
  }

  private static Hold hold(Hold.Kind kind, String sentence) {
    return new Hold(kind, sentence, null);
  }

  private static String names(List<Outreach> outreaches) {
    return outreaches.stream()
        .map(outreach -> outreach.executor().id())
        .collect(Collectors.joining(", "));
  }

  private static String late(Outreach outreach) {
    return outreach.executor().id()
        + outreach.tooLate().map(slot -> " at " + Times.utc(slot.due())).orElse("");
  }
}
