package org.messgateway.gateway.queue.jdbc;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/**
 * The deliveries of a thread that were delivered, so that a reconcile does not repeat it under
 * another identity: to the same executor at an earlier address, or at a shared address in another
 * executor's name.
 */
final class AlreadyDelivered {

  private record News(NotificationKind kind, int serial, String channel, String reader) {}

  private final Set<News> byExecutor = new HashSet<>();
  private final Set<News> byAddress = new HashSet<>();

  AlreadyDelivered(Collection<ExistingDelivery> rows) {
    for (ExistingDelivery row : rows) {
      if (row.state() == DeliveryState.DELIVERED) {
        byExecutor.add(new News(row.kind(), row.serial(), row.channel(), row.executor()));
        byAddress.add(new News(row.kind(), row.serial(), row.channel(), row.address()));
      }
    }
  }

  boolean covers(DesiredDelivery desired) {
    Identity identity = desired.identity();
    return byExecutor.contains(news(identity, identity.executor()))
        || (desired.oneMessagePerAddress()
            && byAddress.contains(news(identity, identity.address())));
  }

  private static News news(Identity identity, String reader) {
    return new News(identity.kind(), identity.serial(), identity.channel(), reader);
  }
}
