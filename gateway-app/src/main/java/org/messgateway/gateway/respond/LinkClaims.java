package org.messgateway.gateway.respond;

import java.time.Instant;
import java.util.Set;

/**
 * What a link's token says.
 *
 * @param exchange id of the exchange
 * @param ref the one thread it opens
 * @param executor who answers by it
 * @param expires when it ends
 */
public record LinkClaims(
    String exchange, String ref, String executor, Set<Permission> permissions, Instant expires) {

  public LinkClaims {
    permissions = Set.copyOf(permissions);
  }
}
