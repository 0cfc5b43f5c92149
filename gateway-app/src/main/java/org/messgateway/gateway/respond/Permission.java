package org.messgateway.gateway.respond;

import java.util.Locale;
import java.util.Optional;

/** What the holder of a token may do. Source: plan Component 4 (token claims). */
public enum Permission {
  RESPOND,
  CLAIM,
  DECLINE;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** As it stands in a token: {@code respond}. */
  public String code() {
    return code;
  }

  /** The permission a code stands for; empty for one of a later version. */
  static Optional<Permission> of(String code) {
    for (Permission permission : values()) {
      if (permission.code().equals(code)) {
        return Optional.of(permission);
      }
    }
    return Optional.empty();
  }
}
