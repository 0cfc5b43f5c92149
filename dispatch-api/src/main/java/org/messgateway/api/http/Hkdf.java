package org.messgateway.api.http;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HKDF-SHA256 (RFC 5869). Of two HMACs, since Java's own takes 20 ms of a start to look for who
 * provides it.
 */
public final class Hkdf {

  private static final String HMAC = "HmacSHA256";
  private static final int HASH_BYTES = 32;

  private Hkdf() {}

  /**
   * Makes a key: extracts, then expands.
   *
   * @param material what the key is made of, not empty
   * @param salt empty for none
   * @param info what the key is for
   * @param bytes of the key, at most 255 times 32
   */
  public static byte[] derive(byte[] material, byte[] salt, byte[] info, int bytes) {
    int blocks = (bytes + HASH_BYTES - 1) / HASH_BYTES;
    if (blocks < 1 || blocks > 255) {
      throw new IllegalArgumentException("HKDF-SHA256 makes 1 to 8160 bytes, not " + bytes);
    }
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(salt.length == 0 ? new byte[HASH_BYTES] : salt, HMAC));
      mac.init(new SecretKeySpec(mac.doFinal(material), HMAC));
      byte[] key = new byte[blocks * HASH_BYTES];
      for (int block = 0; block < blocks; block++) {
        if (block > 0) {
          mac.update(key, (block - 1) * HASH_BYTES, HASH_BYTES);
        }
        mac.update(info);
        mac.update((byte) (block + 1));
        mac.doFinal(key, block * HASH_BYTES);
      }
      return Arrays.copyOf(key, bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }
}
