package org.messgateway.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serial;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.messgateway.api.Secret;

/**
 * The keys that sign webhooks (docs/rules.md#webhook).
 *
 * <p>A configured secret that starts with {@code whsec_} is Base64 of 24 to 64 bytes and is used
 * unchanged. Any other text is a master secret, from which every executor gets a key of its own:
 * HKDF-SHA256 without salt, the text's UTF-8 as key material, {@code mess-webhook:<executor>} as
 * info, 32 bytes. One executor's key therefore reveals no other key.
 */
public final class WebhookSecrets {

  static final String SYMMETRIC = "whsec_";
  static final String PRIVATE = "whsk_";
  static final String PUBLIC = "whpk_";

  private static final String INFO = "mess-webhook:";
  private static final int DERIVED_BYTES = 32;
  private static final int SEED_BYTES = 32;
  private static final int FEWEST_BYTES = 24;
  private static final int MOST_BYTES = 64;

  private WebhookSecrets() {}

  /**
   * The key of one executor in the form that its maker configures: {@code whsec_…}.
   *
   * @param configured a secret without {@link #problem}
   */
  public static Secret forExecutor(Secret configured, String executor) {
    if (configured.reveal().startsWith(SYMMETRIC)) {
      return configured;
    }
    byte[] key =
        Hkdf.derive(
            configured.reveal().getBytes(UTF_8),
            new byte[0],
            (INFO + executor).getBytes(UTF_8),
            DERIVED_BYTES);
    return Secret.of(SYMMETRIC + Base64.getEncoder().encodeToString(key));
  }

  /**
   * Checks a configured secret.
   *
   * @return the problem, without the secret; empty when the secret is usable
   */
  public static Optional<String> problem(Secret configured) {
    String text = configured.reveal();
    if (text.isBlank()) {
      return Optional.of("is empty: make one with `openssl rand -base64 32`");
    }
    if (text.startsWith(PRIVATE) || text.startsWith(PUBLIC)) {
      return Optional.of("is a key for Ed25519, which belongs into signing_key");
    }
    return text.startsWith(SYMMETRIC)
        ? keyProblem(text, SYMMETRIC, FEWEST_BYTES, MOST_BYTES)
        : Optional.empty();
  }

  /**
   * Checks a signing key for Ed25519.
   *
   * @return the problem, without the key; empty when the key is usable
   */
  public static Optional<String> signingKeyProblem(Secret signingKey) {
    String text = signingKey.reveal();
    if (!text.startsWith(PRIVATE)) {
      return Optional.of("does not start with " + PRIVATE);
    }
    return keyProblem(text, PRIVATE, SEED_BYTES, 2 * SEED_BYTES);
  }

  private static Optional<String> keyProblem(String text, String prefix, int fewest, int most) {
    try {
      int length = Base64.getDecoder().decode(text.substring(prefix.length())).length;
      return length < fewest || length > most
          ? Optional.of(
              "holds "
                  + length
                  + " bytes after "
                  + prefix
                  + ", wanted are "
                  + fewest
                  + " to "
                  + most)
          : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.of("is not Base64 after " + prefix);
    }
  }

  /** The bytes of a key after its prefix. */
  static byte[] bytes(Secret key, String prefix) {
    return Base64.getDecoder().decode(key.reveal().substring(prefix.length()));
  }

  /** The seed of an Ed25519 key. The public key may follow it, as many tools write it. */
  static byte[] seed(Secret signingKey) {
    return Arrays.copyOf(bytes(signingKey, PRIVATE), SEED_BYTES);
  }

  /** The public key that verifies {@code v1a} signatures: {@code whpk_…}. It is not secret. */
  public static String publicKey(Secret signingKey) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, new Seed(seed(signingKey)));
      KeyPair pair = generator.generateKeyPair();
      return PUBLIC + Base64.getEncoder().encodeToString(encoded((EdECPublicKey) pair.getPublic()));
    } catch (InvalidAlgorithmParameterException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no Ed25519", e);
    }
  }

  /** RFC 8032 §5.1.2: y, little-endian, with the sign of x in the last bit. */
  private static byte[] encoded(EdECPublicKey key) {
    byte[] bigEndian = key.getPoint().getY().toByteArray();
    byte[] encoded = new byte[SEED_BYTES];
    for (int i = 0; i < Math.min(SEED_BYTES, bigEndian.length); i++) {
      encoded[i] = bigEndian[bigEndian.length - 1 - i];
    }
    if (key.getPoint().isXOdd()) {
      encoded[SEED_BYTES - 1] |= (byte) 0x80;
    }
    return encoded;
  }

  /** Java derives a public key only while it makes a pair; this makes it make the wanted one. */
  private static final class Seed extends SecureRandom {

    @Serial private static final long serialVersionUID = 1L;

    private final byte[] seed;

    Seed(byte[] seed) {
      this.seed = seed;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }
  }
}
