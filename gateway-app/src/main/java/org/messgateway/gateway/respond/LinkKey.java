package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Secret;

/**
 * The gateway's own key for links and tokens: 32 random bytes in {@code .gateway/keys/link.key}
 * (mode 600), known to nobody else. A configured secret is mixed in through HKDF, so that changing
 * it ends all links; it is never the key itself, and no webhook secret ever is (DESIGN §9, Links
 * and tokens).
 */
public final class LinkKey {

  private static final int BYTES = 32;

  private final byte[] key;

  private LinkKey(byte[] key) {
    this.key = key;
  }

  /**
   * Reads the key, or makes it at the first start.
   *
   * @param keys the directory of keys, made (mode 700) when it is not there
   * @param configured {@code http.secret} or {@code secret}
   */
  public static LinkKey open(Path keys, Optional<Secret> configured) {
    try {
      Files.createDirectories(
          keys, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Path file = keys.resolve("link.key");
      if (!Files.exists(file)) {
        create(file);
      }
      byte[] random = Files.readAllBytes(file);
      if (random.length != BYTES) {
        throw new IOException(
            file
                + " holds "
                + random.length
                + " bytes instead of 32: restore it, or delete it and"
                + " all links sent so far stop working");
      }
      return of(random, configured);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The key for links cannot be read or made: " + e.getMessage(), e);
    }
  }

  /** A key from given random bytes, for tests and other stores. */
  public static LinkKey of(byte[] random, Optional<Secret> configured) {
    return new LinkKey(derive(random, configured.map(Secret::reveal).orElse("")));
  }

  /** For JWT libraries that want the bytes; callers keep them to themselves. */
  byte[] signingKey() {
    return key.clone();
  }

  /** HMAC-SHA256 over a text that starts with what it is for. */
  byte[] mac(String purpose, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((purpose + "\n").getBytes(UTF_8));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
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

  private static void create(Path file) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    Files.deleteIfExists(temporary);
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer bytes = ByteBuffer.wrap(random);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public String toString() {
    return "LinkKey[secret]";
  }
}
