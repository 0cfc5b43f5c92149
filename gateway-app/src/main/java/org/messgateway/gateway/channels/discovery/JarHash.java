package org.messgateway.gateway.channels.discovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a jar before any code of it runs. */
final class JarHash {

  private static final int CHUNK = 64 * 1024;
  private static final long LONGEST_PIN = 64 * 1024;
  private static final Pattern PIN =
      Pattern.compile("(?m)^\\s*([0-9a-fA-F]{64})(?:\\s+\\*?(.*?))?\\s*$");

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

  /** One hash of several files, whatever their names. */
  static String together(List<AdapterSource.FileHash> files) {
    if (files.size() == 1) {
      return files.getFirst().sha256();
    }
    MessageDigest digest = digest();
    files.forEach(file -> digest.update(file.sha256().getBytes(US_ASCII)));
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Compares a jar with the file {@code NAME.jar.sha256} beside it, which {@code sha256sum} wrote.
   *
   * @return why the jar must not be loaded; empty when it is the one, or none is pinned
   */
  static Optional<String> otherThanPinned(Path jar, String sha256) throws IOException {
    Path file = jar.resolveSibling(jar.getFileName() + ".sha256");
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    String text = Files.size(file) > LONGEST_PIN ? "" : Files.readString(file, ISO_8859_1);
    String name = jar.getFileName().toString();
    List<MatchResult> lines = PIN.matcher(text).results().toList();
    Optional<String> pinned =
        lines.stream()
            .filter(line -> lines.size() == 1 || named(line.group(2), name))
            .map(line -> line.group(1).toLowerCase(Locale.ROOT))
            .findFirst();
    if (pinned.isEmpty()) {
      return Optional.of(
          "is not loaded: " + file + " names no SHA-256 for it; write one with sha256sum " + name);
    }
    return pinned.get().equals(sha256)
        ? Optional.empty()
        : Optional.of(
            "is not loaded: its SHA-256 is "
                + sha256
                + ", and "
                + file
                + " asks for "
                + pinned.get()
                + "; put the pinned jar back, or pin this one if you trust it");
  }

  private static boolean named(@Nullable String written, String name) {
    return written != null && (written.equals(name) || written.endsWith("/" + name));
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
