package org.messgateway.gateway.links;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token of a program as it is stored: its hash, never the token.
 *
 * @param id of the token; no secret
 * @param name the executor or agent of the token; for others the name that the operator gave it
 * @param hash SHA-256 of its secret, in hex
 * @param expires null for never
 */
public record StoredToken(
    String id, TokenKind kind, String name, String hash, Instant made, @Nullable Instant expires) {

  /** Whether it gives an agent or an operator rights without end. */
  public boolean endless() {
    return kind != TokenKind.EXECUTOR && expires == null;
  }

  boolean expired(Instant now) {
    return expires != null && !now.isBefore(expires);
  }
}
