package org.messgateway.gateway.queue;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Fresh digests: copies of one that was asked for, because asking costs as much as a digest. */
public final class Sha256 {

  private static final MessageDigest FRESH;

  static {
    try {
      FRESH = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Sha256() {}

  public static MessageDigest fresh() {
    try {
      return (MessageDigest) FRESH.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("every Java's SHA-256 can be copied", e);
    }
  }
}
