package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Secret;
import org.messgateway.api.http.Hkdf;

/**
 * The gateway's own keys for links and tokens: 32 random bytes each in {@code .gateway/keys} (mode
 * 600), kept secret. The newest signs; older ones are recognised until they are taken away, so that
 * links outlive a rotation. A configured secret is mixed in through HKDF, so that changing it ends
 * all links; it is never the key itself, and neither is a webhook's secret
 * (docs/rules.md#links-and-tokens). Thread-safe.
 */
public final class LinkKey {

  private static final int BYTES = 32;
  private static final int ID_BYTES = 6;
  private static final byte[] NOTHING = {};

  /** One key. Thread-safe. */
  static final class Single {

    private final String id;
    private final byte[] bytes;
    private final String tokenHeader;

    /**
     * Never used itself: looking an algorithm up costs more than a MAC. The key's own block is
     * reckoned already, so that no copy does it again.
     */
    private final Mac unused;

    Single(String id, byte[] bytes) {
      this.id = id;
      this.bytes = bytes;
      this.tokenHeader = LinkSignature.header(id);
      try {
        this.unused = Mac.getInstance("HmacSHA256");
        unused.init(new SecretKeySpec(bytes, "HmacSHA256"));
        unused.update(NOTHING);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java has HmacSHA256", e);
      }
    }

    /** Names the key in tokens; not secret. */
    String id() {
      return id;
    }

    byte[] bytes() {
      return bytes;
    }

    /** The first part of the tokens that it signs. */
    String tokenHeader() {
      return tokenHeader;
    }

    /** HMAC-SHA256 over a text, whose first word names the purpose. */
    byte[] mac(String purpose, String text) {
      return mac((purpose + "\n" + text).getBytes(UTF_8));
    }

    /** HMAC-SHA256. */
    byte[] mac(byte[] content) {
      try {
        return ((Mac) unused.clone()).doFinal(content);
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException("every Java can copy HmacSHA256", e);
      }
    }

    @Override
    public String toString() {
      return "Key[" + id + "]";
    }
  }

  private final KeptKeys kept;

  private LinkKey(KeptKeys kept) {
    this.kept = kept;
  }

  /**
   * Reads the keys, or makes the first key at the first start. A key that is added later signs
   * after 20 ms at most; what is deleted is not recognised any more.
   *
   * @param keys the directory of keys, made (mode 700) when it is not there
   * @param configured {@code http.secret} or {@code secret}
   * @param nanos monotonic time, {@code System::nanoTime}
   */
  public static LinkKey open(Path keys, Optional<Secret> configured, LongSupplier nanos) {
    LinkKeys files = new LinkKeys(keys);
    return made(() -> {
      files.prepare();
      return new KeptKeys(files::version, files::read, random -> single(random, configured), nanos);
    });
  }

  /**
   * The keys that several gateways share; the gateway that starts first makes the first key. All
   * must have the same configured secret.
   *
   * @param nanos monotonic time, {@code System::nanoTime}
   */
  public static LinkKey shared(
      SharedLinkKeys keys, Optional<Secret> configured, LongSupplier nanos) {
    return made(() ->
        new KeptKeys(keys::version, keys::readOrMake, random -> single(random, configured), nanos));
  }

  /** A key from given random bytes, for tests and other stores. */
  public static LinkKey of(byte[] random, Optional<Secret> configured) {
    return made(
        () -> new KeptKeys(() -> "", () -> List.of(random), it -> single(it, configured), () -> 0));
  }

  private static LinkKey made(KeptKeys.Asked<KeptKeys> keys) {
    try {
      return new LinkKey(keys.answer());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The key for links cannot be read or made: " + e.getMessage(), e);
    }
  }

  /** Makes Java's cryptography ready; whoever opens keys next finds it so. Any thread. */
  public static void prepare() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    single(random, Optional.empty());
  }

  private static Single single(byte[] random, Optional<Secret> configured) {
    byte[] salt = configured.map(Secret::reveal).orElse("").getBytes(UTF_8);
    byte[] key = Hkdf.derive(random, salt, "mess-links".getBytes(UTF_8), BYTES);
    byte[] id = Arrays.copyOf(new Single("", key).mac("mess-key-id", ""), ID_BYTES);
    return new Single(HexFormat.of().formatHex(id), key);
  }

  /** The newest, which signs. */
  Single newest() {
    return kept.newest();
  }

  /** All recognised keys, the newest first. */
  List<Single> all() {
    return kept.all();
  }

  /** The bytes, for JWT libraries; callers must not pass them on. */
  byte[] signingKey() {
    return newest().bytes().clone();
  }

  /** HMAC-SHA256 by the newest key over a text, whose first word names the purpose. */
  byte[] mac(String purpose, String text) {
    return newest().mac(purpose, text);
  }

  /** As {@link #mac}, in hex. */
  public String hexMac(String purpose, String text) {
    return HexFormat.of().formatHex(mac(purpose, text));
  }

  /** Whether {@link #hexMac} made a value with any recognised key; in constant time. */
  public boolean verifies(String purpose, String text, String hexMac) {
    boolean verifies = false;
    for (Single key : all()) {
      String right = HexFormat.of().formatHex(key.mac(purpose, text));
      verifies |= MessageDigest.isEqual(right.getBytes(US_ASCII), hexMac.getBytes(US_ASCII));
    }
    return verifies;
  }

  @Override
  public String toString() {
    return "LinkKey[secret]";
  }
}
