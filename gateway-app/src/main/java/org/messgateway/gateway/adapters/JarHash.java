package org.messgateway.gateway.adapters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.jar.JarFile;

/** Looks at a jar before its code is trusted with anything. */
final class JarHash {

  private static final int CHUNK = 64 * 1024;

  private JarHash() {}

  /**
   * Its SHA-256.
   *
   * @throws IOException when it cannot be read or is no jar: a class loader would pass over such a
   *     file in silence
   */
  static AdapterSource.FileHash of(Path jar) throws IOException {
    try (JarFile opened = new JarFile(jar.toFile())) {
      opened.getManifest();
    }
    return new AdapterSource.FileHash(jar.toString(), sha256(jar));
  }

  private static String sha256(Path file) throws IOException {
    MessageDigest digest = digest();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] chunk = new byte[CHUNK];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        digest.update(chunk, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
