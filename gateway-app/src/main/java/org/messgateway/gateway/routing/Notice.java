package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.WantedDelivery;

/**
 * Something that was or is to be told after the request, for {@code explain}.
 *
 * @param due null for what stands in the queue already
 * @param state how its delivery stands; null when there is none yet
 */
public record Notice(
    NotificationKind kind,
    List<String> recipients,
    String channel,
    String address,
    @Nullable Instant due,
    @Nullable DeliveryState state) {

  public Notice {
    recipients = List.copyOf(recipients);
  }

  private record Key(
      NotificationKind kind, int serial, String executor, String channel, String address) {}

  static List<Notice> of(Told told, List<WantedDelivery> wanted) {
    List<Notice> notices = new ArrayList<>();
    Set<Key> known = new HashSet<>();
    for (Told.Delivery row : told.deliveries()) {
      if (row.kind() != NotificationKind.REQUEST) {
        known.add(new Key(row.kind(), row.serial(), row.executor(), row.channel(), row.address()));
        notices.add(
            new Notice(
                row.kind(),
                List.of(row.executor()),
                row.channel(),
                row.address(),
                null,
                row.state()));
      }
    }
    wanted.stream()
        .filter(each -> !known.contains(key(each)))
        .map(Notice::of)
        .forEach(notices::add);
    return notices;
  }

  private static Key key(WantedDelivery wanted) {
    var identity = wanted.identity();
    return new Key(
        identity.kind(),
        identity.serial(),
        identity.executor(),
        identity.channel(),
        identity.address());
  }

  private static Notice of(WantedDelivery wanted) {
    return new Notice(
        wanted.identity().kind(),
        wanted.recipients(),
        wanted.identity().channel(),
        wanted.identity().address(),
        wanted.due(),
        null);
  }
}
