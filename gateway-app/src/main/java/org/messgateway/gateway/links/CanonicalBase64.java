package org.messgateway.gateway.links;

import java.util.Base64;
import java.util.Optional;

/**
 * Base64url without padding in its one spelling (RFC 4648, section 3.5): nothing but the alphabet,
 * and zeros in the last character's unused bits.
 */
final class CanonicalBase64 {

  private CanonicalBase64() {}

  static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Empty for every other spelling. */
  static Optional<byte[]> decoded(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      return encoded(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
