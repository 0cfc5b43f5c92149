package org.messgateway.gateway.queue.jdbc;

import java.util.List;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * What was taken of a lane.
 *
 * @param more whether it may have more
 */
record Handful(List<TakenDelivery> rows, boolean more) {

  static final Handful NONE = new Handful(List.of(), false);
}
