package org.messgateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/** A text that its {@link #toString()} does not show; only {@link #reveal()} returns it. */
public final class Secret {

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /** A secret with this text. */
  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The text, for the line of code that sends it or signs with it. */
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
