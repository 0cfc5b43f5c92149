package org.messgateway.gateway.people;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** One-time codes for {@code link}: 128 random bits that fit a deep link; only hashes are kept. */
final class LinkCodes {

  private static final int BYTES = 16;

  private LinkCodes() {}

  /** 22 characters of {@code A-Za-z0-9_-}. */
  static String fresh() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  static String hash(String code) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(code.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Takes as long whatever is compared. */
  static boolean same(String hash, String other) {
    return MessageDigest.isEqual(hash.getBytes(UTF_8), other.getBytes(UTF_8));
  }
}
