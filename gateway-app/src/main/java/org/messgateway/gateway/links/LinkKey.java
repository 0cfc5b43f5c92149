package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Secret;

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

  /** One key. Thread-safe. */
  static final class Single {

    private final String id;
    private final byte[] bytes;
    private final String tokenHeader;

    /** Ready for a first byte, never used itself: looking an algorithm up costs more than a MAC. */
    private final Mac unused;

    Single(String id, byte[] bytes) {
      this.id = id;
      this.bytes = bytes;
      this.tokenHeader = LinkSignature.header(id);
      try {
        this.unused = Mac.getInstance("HmacSHA256");
        unused.init(new SecretKeySpec(bytes, "HmacSHA256"));
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

  /** Where keys come from. */
  interface Source {

    /** The newest first, at least one. */
    List<Single> all();
  }

  private final Source source;

  private LinkKey(Source source) {
    this.source = source;
  }

  /**
   * Reads the keys, or makes the first key at the first start. A key that is added or deleted later
   * counts at once.
   *
   * @param keys the directory of keys, made (mode 700) when it is not there
   * @param configured {@code http.secret} or {@code secret}
   */
  public static LinkKey open(Path keys, Optional<Secret> configured) {
    try {
      return new LinkKey(new LinkKeyFolder(keys, random -> single(random, configured)));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The key for links cannot be read or made: " + e.getMessage(), e);
    }
  }

  /**
   * The keys that several gateways share; the gateway that starts first makes the first key. All
   * must have the same configured secret.
   */
  public static LinkKey shared(SharedLinkKeys keys, Optional<Secret> configured) {
    try {
      return new LinkKey(new SharedKeySource(keys, random -> single(random, configured)));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The key for links cannot be read or made: " + e.getMessage(), e);
    }
  }

  /** A key from given random bytes, for tests and other stores. */
  public static LinkKey of(byte[] random, Optional<Secret> configured) {
    List<Single> one = List.of(single(random, configured));
    return new LinkKey(() -> one);
  }

  private static Single single(byte[] random, Optional<Secret> configured) {
    byte[] key = derive(random, configured.map(Secret::reveal).orElse(""));
    byte[] id = Arrays.copyOf(new Single("", key).mac("mess-key-id", ""), ID_BYTES);
    return new Single(HexFormat.of().formatHex(id), key);
  }

  /** The newest, which signs. */
  Single newest() {
    return source.all().getFirst();
  }

  /** All recognised keys, the newest first. */
  List<Single> all() {
    return source.all();
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

  private static byte[] derive(byte[] random, String salt) {
    try {
      KDF hkdf = KDF.getInstance("HKDF-SHA256");
      HKDFParameterSpec.Builder extract = HKDFParameterSpec.ofExtract().addIKM(random);
      if (!salt.isEmpty()) {
        extract.addSalt(salt.getBytes(UTF_8));
      }
      return hkdf.deriveData(extract.thenExpand("mess-links".getBytes(UTF_8), BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java 25 has HKDF-SHA256", e);
    }
  }

  @Override
  public String toString() {
    return "LinkKey[secret]";
  }
}
