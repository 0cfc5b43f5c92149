package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.routing.ExecutorVerdict.ChannelVerdict;

/**
 * A route in sentences, for {@code explain}.
 *
 * @param zone of the reader
 */
public record ExplanationText(ZoneId zone, Instant now) {

  /** All there is to say, a line each: what decided, what holds, what to look at, who and why. */
  public List<String> lines(Route route) {
    List<String> lines = new ArrayList<>();
    if (route.holds().stream().noneMatch(hold -> hold.kind() == Hold.Kind.ENDED)) {
      lines.add("decided by: " + route.explanation().rule());
    }
    route.deadline().ifPresent(at -> lines.add("deadline: " + time(at)));
    route.holds().forEach(hold -> lines.add(held(hold)));
    route.explanation().notes().forEach(note -> lines.add("note: " + note));
    // Who would be told were it free helps nobody while somebody has it.
    boolean taken = route.holds().stream().anyMatch(hold -> hold.kind() == Hold.Kind.TAKEN);
    route.explanation().verdicts().stream()
        .filter(verdict -> !(taken && verdict instanceof ExecutorVerdict.OnHold))
        .forEach(verdict -> lines.add(line(verdict)));
    route.desired().stream()
        .filter(desired -> desired.recipients().size() > 1)
        .forEach(desired -> lines.add(shared(desired)));
    route.explanation().notices().forEach(notice -> lines.add(line(notice)));
    return lines;
  }

  /** The same for one executor; a line that says so when it is not configured. */
  public List<String> lines(Route route, String executor) {
    List<String> lines =
        Stream.concat(
                route.explanation().verdicts().stream()
                    .filter(verdict -> verdict.executor().equals(executor))
                    .map(this::line),
                route.explanation().notices().stream()
                    .filter(notice -> notice.recipients().contains(executor))
                    .map(this::line))
            .toList();
    return lines.isEmpty() ? List.of(executor + " is not configured, or the task is over") : lines;
  }

  private static String held(Hold hold) {
    return switch (hold.kind()) {
      case ENDED, TAKEN -> hold.sentence();
      default -> "waits: " + hold.sentence();
    };
  }

  private String line(FollowUpNotice notice) {
    Instant due = notice.due();
    String when =
        due == null ? "" : due.isAfter(now) ? " at " + time(due) : " as soon as it can be";
    return "%s%s: %s by %s (%s)%s%s"
        .formatted(
            notice.toAgent() ? "agent " : "",
            String.join(", ", notice.recipients()),
            notice.toAgent() && notice.kind() == NotificationKind.CLAIMED
                ? "told who has it"
                : what(notice.kind()),
            notice.channel(),
            Address.shown(notice.address()),
            when,
            state(notice.state()));
  }

  private static String what(NotificationKind kind) {
    return switch (kind) {
      case REQUEST -> "asked";
      case CLAIMED -> "told that it is theirs";
      case TAKEN -> "told who has it";
      case REPLY -> "told the answer";
      case CANCELLED -> "told that it is no longer needed";
      case REMINDER -> "asked whether they are still on it";
      case EXPIRED -> "told that it is too late";
      case FINISHED -> "shown that it is done";
      case TROUBLE, DIGEST, TEST -> "told (" + kind.code() + ")";
      case RELEASED -> "told that nobody has it any more";
      case QUESTION -> "told what it is asked";
      case ANSWER -> "told the response";
      case PROGRESS -> "told how far it is";
      case ENDED -> "told that it has ended";
      case UNROUTABLE -> "told that nobody can be told";
    };
  }

  private String line(ExecutorVerdict verdict) {
    return verdict.executor() + " " + sentence(verdict);
  }

  private String sentence(ExecutorVerdict verdict) {
    return switch (verdict) {
      case ExecutorVerdict.Notified told ->
          "is told " + String.join("; ", told.channels().stream().map(this::channel).toList());
      case ExecutorVerdict.LaterStep later when later.tooLate() ->
          "would be told at " + time(later.at()) + ", which is after the deadline";
      case ExecutorVerdict.LaterStep later ->
          "is told at " + time(later.at()) + " unless somebody takes it";
      case ExecutorVerdict.OnHold _ -> "would be told";
      case ExecutorVerdict.AfterDeadline late ->
          "is available again only at %s%s, which is after the deadline"
              .formatted(time(late.due()), because(late.deferral()));
      case ExecutorVerdict.NoOpenHours _ -> "is not told: its hours and quiet hours leave no time";
      case ExecutorVerdict.Excluded not -> not.why().sentence();
    };
  }

  private String channel(ChannelVerdict channel) {
    return switch (channel) {
      case ChannelVerdict.UsedChannel used ->
          "by %s (%s)%s%s"
              .formatted(
                  used.channel(), Address.shown(used.address()), when(used), state(used.state()));
      case ChannelVerdict.SparedChannel spared ->
          "not by %s, which costs money, unless the others fail: the task requires nothing"
              .formatted(spared.channel());
      case ChannelVerdict.LaterChannel next ->
          "by " + next.channel() + " at " + time(next.at()) + " unless answered";
    };
  }

  private String when(ChannelVerdict.UsedChannel used) {
    return used.due().isAfter(now) ? " at " + time(used.due()) + because(used.deferral()) : "";
  }

  private static String because(DeferralReason deferral) {
    return switch (deferral) {
      case NONE -> "";
      case HOURS -> " (outside its hours until then)";
      case QUIET_HOURS -> " (quiet hours until then)";
      case PAUSE -> " (asked to be left alone until then)";
    };
  }

  private static String state(@Nullable DeliveryState state) {
    return state == null ? "" : ": " + state.code();
  }

  private String shared(DesiredDelivery desired) {
    return "one message at %s for %s"
        .formatted(
            Address.shown(desired.identity().address()), String.join(", ", desired.recipients()));
  }

  private String time(Instant instant) {
    return InstantText.near(instant, now, zone);
  }
}
