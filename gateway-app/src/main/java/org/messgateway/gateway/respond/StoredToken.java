package org.messgateway.gateway.respond;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token as it is kept: never itself.
 *
 * @param id tells it from others; no secret
 * @param name the executor or agent it stands for, or what the operator calls it
 * @param hash SHA-256 of its secret, in hex
 * @param expires null for never
 */
public record StoredToken(
    String id, TokenKind kind, String name, String hash, Instant made, @Nullable Instant expires) {

  boolean expired(Instant now) {
    return expires != null && !now.isBefore(expires);
  }
}
