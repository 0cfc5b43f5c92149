package org.messgateway.gateway.queue.jdbc;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;

/**
 * What was delivered of a thread, so that the same is not told again under another identity: to the
 * same executor at an earlier address, or at the same address in another executor's name.
 */
final class Told {

  private record News(NotificationKind kind, int serial, String channel, String reader) {}

  private final Set<News> byExecutor = new HashSet<>();
  private final Set<News> byAddress = new HashSet<>();

  Told(Collection<Standing> rows) {
    for (Standing row : rows) {
      if (row.state() == DeliveryState.DELIVERED) {
        byExecutor.add(new News(row.kind(), row.serial(), row.channel(), row.executor()));
        byAddress.add(new News(row.kind(), row.serial(), row.channel(), row.address()));
      }
    }
  }

  boolean covers(WantedDelivery wanted) {
    Identity identity = wanted.identity();
    return byExecutor.contains(news(identity, identity.executor()))
        || (wanted.oneMessagePerAddress()
            && byAddress.contains(news(identity, identity.address())));
  }

  private static News news(Identity identity, String reader) {
    return new News(identity.kind(), identity.serial(), identity.channel(), reader);
  }
}
