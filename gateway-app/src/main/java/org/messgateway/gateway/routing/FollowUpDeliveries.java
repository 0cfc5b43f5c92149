package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/** Collects deliveries after the request, each with the due time that hours allow. */
final class FollowUpDeliveries {

  private final RoutingContext context;
  private final Instant since;
  private final List<DesiredDelivery> desired = new ArrayList<>();
  private final List<Instant> looks = new ArrayList<>();

  /**
   * @param since time of the event that the deliveries tell
   */
  FollowUpDeliveries(RoutingContext context, Instant since) {
    this.context = context;
    this.since = since;
  }

  List<DesiredDelivery> wanted() {
    return desired;
  }

  /** Instants at which the answer may change, past ones included. */
  List<Instant> looks() {
    return looks;
  }

  void lookAgain(Instant at) {
    looks.add(at);
  }

  /** An edit of a sent message, or a message for a machine: due at once. */
  void add(NotifiedAddress address, String name, NotificationKind kind, List<String> recipients) {
    desired.add(delivery(address, name, kind, context.round(), recipients, since));
  }

  /**
   * A further message for people within their hours; none where hours leave no time.
   *
   * @param mootLater whether the message is dropped when it cannot be sent now
   */
  void note(
      NotifiedAddress address,
      String name,
      NotificationKind kind,
      List<String> recipients,
      boolean mootLater) {
    slot(name, since)
        .filter(slot -> !(mootLater && slot.due().isAfter(context.now())))
        .ifPresent(slot ->
            desired.add(delivery(address, name, kind, context.round(), recipients, slot.due())));
  }

  /** A reply or a reminder; no reminder at or after the deadline. */
  void message(
      NotifiedAddress address, String to, NotificationKind kind, int serial, Instant basis) {
    Optional<Instant> due =
        address.machine() ? Optional.of(basis) : slot(to, basis).map(NotificationWindows.Slot::due);
    due.filter(at -> kind != NotificationKind.REMINDER || context.deadline().allows(at))
        .ifPresent(at -> desired.add(delivery(address, to, kind, serial, List.of(to), at)));
  }

  private Optional<NotificationWindows.Slot> slot(String executor, Instant basis) {
    Optional<NotificationWindows.Slot> slot =
        context
            .eligibility()
            .executor(executor)
            .flatMap(whom ->
                NotificationWindows.of(whom, context.priority(), context.hours())
                    .slot(basis, context.now()));
    slot.flatMap(NotificationWindows.Slot::closes).ifPresent(looks::add);
    return slot;
  }

  private DesiredDelivery delivery(
      NotifiedAddress address,
      String executor,
      NotificationKind kind,
      int serial,
      List<String> recipients,
      Instant due) {
    return new DesiredDelivery(
        new Identity(
            context.exchange(),
            context.thread().ref(),
            executor,
            address.request().channel(),
            address.request().address(),
            kind,
            serial,
            context.generation()),
        recipients,
        !address.machine(),
        context.priority(),
        due,
        kind == NotificationKind.REMINDER ? context.deadline().at().orElse(null) : null);
  }
}
