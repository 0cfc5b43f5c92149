package org.messgateway.gateway.links;

import java.util.Locale;
import java.util.Optional;

/** An action that a link's token permits (docs/rules.md#links-and-tokens). */
public enum Permission {
  RESPOND,
  CLAIM,
  DECLINE;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** As it stands in a token: {@code respond}. */
  public String code() {
    return code;
  }

  /** The permission of a code; empty for a code that only a later version knows. */
  static Optional<Permission> of(String code) {
    for (Permission permission : values()) {
      if (permission.code().equals(code)) {
        return Optional.of(permission);
      }
    }
    return Optional.empty();
  }
}
