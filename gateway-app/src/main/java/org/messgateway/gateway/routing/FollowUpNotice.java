package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;

/**
 * A delivery after the request, existing or wanted, for {@code explain}.
 *
 * @param toAgent whether it tells the agent that asked
 * @param due null for a delivery that is in the queue already
 * @param state of the delivery; null when there is none yet
 */
public record FollowUpNotice(
    NotificationKind kind,
    List<String> recipients,
    boolean toAgent,
    String channel,
    String address,
    @Nullable Instant due,
    @Nullable DeliveryState state) {

  public FollowUpNotice {
    recipients = List.copyOf(recipients);
  }

  private record NoticeKey(
      NotificationKind kind, int serial, String executor, String channel, String address) {}

  /**
   * All of a thread.
   *
   * @param agent who asked; empty for nobody
   */
  static List<FollowUpNotice> of(
      DeliveryLedger ledger, List<DesiredDelivery> desired, String agent) {
    List<FollowUpNotice> notices = new ArrayList<>();
    Set<NoticeKey> known = new HashSet<>();
    for (DeliveryLedger.Delivery row : ledger.deliveries()) {
      if (row.kind() != NotificationKind.REQUEST) {
        known.add(
            new NoticeKey(row.kind(), row.serial(), row.executor(), row.channel(), row.address()));
        notices.add(
            new FollowUpNotice(
                row.kind(),
                List.of(row.executor()),
                row.executor().equals(agent),
                row.channel(),
                row.address(),
                null,
                row.state()));
      }
    }
    desired.stream()
        .filter(each -> !known.contains(key(each)))
        .map(wish -> of(wish, agent))
        .forEach(notices::add);
    return notices;
  }

  private static NoticeKey key(DesiredDelivery desired) {
    var identity = desired.identity();
    return new NoticeKey(
        identity.kind(),
        identity.serial(),
        identity.executor(),
        identity.channel(),
        identity.address());
  }

  private static FollowUpNotice of(DesiredDelivery desired, String agent) {
    return new FollowUpNotice(
        desired.identity().kind(),
        desired.recipients(),
        desired.identity().executor().equals(agent),
        desired.identity().channel(),
        desired.identity().address(),
        desired.due(),
        null);
  }
}
