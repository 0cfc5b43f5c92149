package org.messgateway.gateway.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;

/**
 * A delivery that routing wants.
 *
 * @param recipients executors it names; more than one where they share an address on a people's
 *     channel
 * @param oneMessagePerAddress whether it counts as delivered when another executor got the same at
 *     this address (people's channels)
 * @param due not before
 * @param deadline not after; null for never too late
 */
public record DesiredDelivery(
    Identity identity,
    List<String> recipients,
    boolean oneMessagePerAddress,
    Priority priority,
    Instant due,
    @Nullable Instant deadline) {

  public DesiredDelivery {
    recipients = List.copyOf(recipients);
  }
}
