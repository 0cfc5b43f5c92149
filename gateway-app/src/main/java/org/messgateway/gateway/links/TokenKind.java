package org.messgateway.gateway.links;

import java.util.Locale;
import java.util.Optional;

/** The kind of a stored token's owner; links' tokens are signed and not stored. */
public enum TokenKind {
  /** An executor: its inbox, and the threads that concern it. */
  EXECUTOR,
  /** An agent: makes requests; reads, replies to and cancels its own. */
  AGENT,
  /** An operator: health in full, metrics, control. */
  OPERATOR;

  /** As it is written: {@code executor}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind that a code stands for. */
  public static Optional<TokenKind> of(String code) {
    for (TokenKind kind : values()) {
      if (kind.code().equals(code)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
