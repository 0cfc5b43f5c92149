package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Short links for SMS: {@code /r/<code>?t=<token>}. The code is the delivery's id (16 bytes, 22
 * characters of base64url), the token a MAC over it of 128 bits (22 characters).
 *
 * <p>They hold the delivery's id only: executor, thread and end of life are looked up by it. Tokens
 * are compared in constant time. Thread-safe.
 */
public final class ShortCodes {

  private static final int BYTES = 16;
  private static final int CHARACTERS = 22;

  private final LinkKey key;

  public ShortCodes(LinkKey key) {
    this.key = key;
  }

  /** Path and query of the short link of a delivery. */
  public String path(String deliveryId) {
    return path(key.newest(), deliveryId);
  }

  /** The key that signs now. */
  LinkKey.Single newest() {
    return key.newest();
  }

  /** The same by the newest key where the caller has asked for it already. */
  static String path(LinkKey.Single newest, String deliveryId) {
    return "/r/" + code(deliveryId) + "?t=" + token(newest, deliveryId);
  }

  /** The text after {@code /r/}. */
  public static String code(String deliveryId) {
    return CanonicalBase64.encoded(HexFormat.of().parseHex(deliveryId));
  }

  /** The delivery's id, when the token belongs to the code. */
  public Optional<String> deliveryId(String code, String token) {
    if (code.length() != CHARACTERS || token.length() != CHARACTERS) {
      return Optional.empty();
    }
    return CanonicalBase64.decoded(code)
        .map(HexFormat.of()::formatHex)
        .filter(id -> genuine(id, token));
  }

  private boolean genuine(String deliveryId, String token) {
    boolean genuine = false;
    for (LinkKey.Single one : key.all()) {
      genuine |= MessageDigest.isEqual(ascii(token(one, deliveryId)), ascii(token));
    }
    return genuine;
  }

  private static String token(LinkKey.Single key, String deliveryId) {
    return CanonicalBase64.encoded(Arrays.copyOf(key.mac("mess-short-link", deliveryId), BYTES));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
