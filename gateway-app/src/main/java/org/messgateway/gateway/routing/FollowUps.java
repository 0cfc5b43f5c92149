package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;

/**
 * Notifications after the request: verdicts, endings, replies, reminders. Source:
 * docs/rules.md#endings, docs/rules.md#when.
 *
 * <p>Only addresses that a request reached get them. An edit of a message is wanted at once and
 * always, because it makes no sound. A further message on a people's channel waits for the
 * executor's hours, and an executor that is not the holder gets at most one of them in a round.
 * Machines get everything.
 */
final class FollowUps {

  /** A request in flight may arrive, and then its ending has to follow; looked at again so soon. */
  private static final Duration SETTLES_SOON = Duration.ofSeconds(2);

  private final RoutingContext context;
  private final Conversation conversation;
  private final ThreadStatus status;
  private final FollowUpDeliveries deliveries;

  private FollowUps(RoutingContext context) {
    this.context = context;
    conversation = context.conversation();
    status = conversation.status();
    deliveries =
        new FollowUpDeliveries(context, InstantRange.earlier(lastWord(context), context.now()));
  }

  static FollowUps of(RoutingContext context) {
    FollowUps followUps = new FollowUps(context);
    List<NotifiedAddress> addresses = NotifiedAddress.asked(context);
    if (!addresses.isEmpty()) {
      followUps.addAll(addresses);
    }
    followUps.lookAgainAfterSends();
    return followUps;
  }

  List<DesiredDelivery> desired() {
    return deliveries.wanted();
  }

  /** Instants at which the answer may change, past ones included. */
  List<Instant> looks() {
    return deliveries.looks();
  }

  private static Instant lastWord(RoutingContext context) {
    Instant said =
        context.thread().messages().stream()
            .flatMap(message -> Stream.ofNullable(message.received()))
            .reduce(InstantRange.EARLIEST, InstantRange::later);
    Instant updated = context.thread().envelope().updated();
    return InstantRange.clamp(updated == null ? said : InstantRange.later(said, updated));
  }

  private void addAll(List<NotifiedAddress> addresses) {
    List<NotifiedAddress> now =
        addresses.stream()
            .filter(address -> address.request().serial() == context.round())
            .toList();
    switch (status) {
      case PENDING -> addReplies(addresses);
      case WAITING, HELD -> {
        if (conversation.holder() != null) {
          now.forEach(this::addVerdict);
          addReplies(addresses);
        }
      }
      case NEEDS_INPUT, NEEDS_CONFIRMATION -> {
        now.forEach(this::addVerdict);
        addReplies(addresses);
      }
      case CLAIMED, IN_PROGRESS, RETRYING -> {
        now.forEach(this::addVerdict);
        addReplies(addresses);
        addReminder(addresses);
      }
      case COMPLETED, PARTIAL, FAILED -> {
        now.forEach(this::addVerdict);
        addReplies(addresses);
      }
      case EXPIRED -> {
        now.forEach(address -> addEnding(address, NotificationKind.EXPIRED));
        addReplies(addresses);
      }
      case CANCELLED, DECLINED, DELEGATED, SUPERSEDED -> {
        now.forEach(address -> addEnding(address, NotificationKind.CANCELLED));
        addReplies(addresses);
      }
    }
  }

  /**
   * {@code claimed} for the holder, {@code taken} for everybody else; {@code finished} for all
   * whose message can be edited, once it has ended.
   */
  private void addVerdict(NotifiedAddress address) {
    String holder = conversation.holder();
    boolean concerned = holder != null && address.readers().contains(holder);
    if (address.changeable() && status.ended()) {
      // The holder's message still has buttons, and the others' says that somebody has it.
      deliveries.add(
          address, address.request().executor(), NotificationKind.FINISHED, address.readers());
    } else if (concerned && address.readers().size() == 1) {
      addClaimed(address);
    } else if (!address.needsNote()) {
      deliveries.add(
          address, address.request().executor(), NotificationKind.TAKEN, address.readers());
    } else if (!concerned && !declined(address) && !endingSent(address, NotificationKind.TAKEN)) {
      deliveries.note(
          address,
          address.request().executor(),
          NotificationKind.TAKEN,
          address.readers(),
          status.ended());
    }
  }

  /** A machine gets the verdict of its claim also when it has finished the task meanwhile. */
  private void addClaimed(NotifiedAddress address) {
    if (address.machine() || address.changeable()) {
      deliveries.add(
          address, address.request().executor(), NotificationKind.CLAIMED, address.readers());
    }
  }

  private void addEnding(NotifiedAddress address, NotificationKind kind) {
    String holder = conversation.holder();
    boolean concerned = holder != null && address.readers().contains(holder);
    if (address.readers().equals(ended())) {
      return;
    }
    if (!address.needsNote()) {
      deliveries.add(address, address.request().executor(), kind, address.readers());
    } else if (concerned || !(declined(address) || endingSent(address, kind))) {
      deliveries.note(address, address.request().executor(), kind, address.readers(), !concerned);
    }
  }

  private List<String> ended() {
    String by = conversation.endedBy();
    return by == null ? List.of() : List.of(by);
  }

  private boolean declined(NotifiedAddress address) {
    return conversation.declined().containsAll(address.readers());
  }

  /** Whether another ending of this round was sent to the address. */
  private boolean endingSent(NotifiedAddress address, NotificationKind but) {
    return context.ledger().deliveries().stream()
        .filter(row -> row.channel().equals(address.request().channel()))
        .filter(row -> row.address().equals(address.request().address()))
        .filter(row -> row.serial() == context.round() && row.kind() != but)
        .filter(row -> ENDINGS.contains(row.kind()))
        .anyMatch(
            row -> row.state() == DeliveryState.DELIVERED || row.state() == DeliveryState.SENDING);
  }

  private static final Set<NotificationKind> ENDINGS =
      Set.of(NotificationKind.TAKEN, NotificationKind.CANCELLED, NotificationKind.EXPIRED);

  private void addReplies(List<NotifiedAddress> addresses) {
    for (Conversation.Reply reply : conversation.replies()) {
      String to = reply.to();
      if (to != null && (reply.always() || isTold(to))) {
        Instant basis = InstantRange.earlier(InstantRange.clamp(orNow(reply.at())), context.now());
        of(to, addresses)
            .forEach(address ->
                deliveries.message(address, to, NotificationKind.REPLY, reply.position(), basis));
      }
    }
  }

  /** Replies go on being told while the thread is open. */
  private boolean isTold(String to) {
    return status == ThreadStatus.PENDING
        ? !conversation.declined().contains(to)
        : !status.ended() && to.equals(conversation.holder());
  }

  private Instant orNow(@Nullable Instant at) {
    return at == null ? context.now() : at;
  }

  private void addReminder(List<NotifiedAddress> addresses) {
    String holder = conversation.holder();
    if (holder == null || context.deadline().passed(context.now())) {
      return;
    }
    ReminderSchedule.Interval interval =
        ReminderSchedule.of(
            conversation, context.deadline(), context.eligibility().reminders(), context.now());
    interval.next().ifPresent(deliveries::lookAgain);
    List<NotifiedAddress> holders = of(holder, addresses);
    boolean oneEnough =
        context.eligibility().executor(holder).filter(it -> it.notifyPlan().inOrder()).isPresent();
    holders.stream()
        .limit(oneEnough ? 1 : Long.MAX_VALUE)
        .forEach(address ->
            interval
                .begun()
                .ifPresent(begun ->
                    deliveries.message(
                        address, holder, NotificationKind.REMINDER, interval.serial(), begun)));
  }

  private static List<NotifiedAddress> of(String executor, List<NotifiedAddress> addresses) {
    return addresses.stream().filter(address -> address.readers().contains(executor)).toList();
  }

  /** Rounded up to the step, so that repeated routings give the same instant. */
  private Instant soon() {
    long step = SETTLES_SOON.toMillis();
    return Instant.ofEpochMilli((context.now().toEpochMilli() / step + 1) * step);
  }

  private void lookAgainAfterSends() {
    boolean onItsWay =
        status != ThreadStatus.PENDING
            && context.ledger().deliveries().stream()
                .anyMatch(row -> row.state() == DeliveryState.SENDING);
    if (onItsWay) {
      deliveries.lookAgain(soon());
    }
  }
}
