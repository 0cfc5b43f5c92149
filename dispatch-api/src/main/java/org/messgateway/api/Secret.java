package org.messgateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/** A text that cannot be printed by accident: only {@link #reveal()} shows it. */
public final class Secret {

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The text itself: for the one line that sends or signs. */
  public String reveal() {
    return value;
  }

  /** Compares in constant time. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret
        && MessageDigest.isEqual(value.getBytes(UTF_8), secret.value.getBytes(UTF_8));
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "[secret]";
  }
}
