package org.messgateway.gateway.links;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The key files for links of one home. They are made and deleted by one process at a time. */
public final class LinkKeys implements KeyRotation {

  private static final int BYTES = 32;
  private static final String FIRST = "link.key";
  private static final Pattern NAME = Pattern.compile("link(-\\d{8}T\\d{12}Z)?\\.key");

  /** A day longer than any link, and any chain of renewed links, lives. */
  static final Duration OVERLAP = LinkClaims.LONGEST.plusDays(1);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("'link-'uuuuMMdd'T'HHmmssSSSSSS'Z.key'").withZone(ZoneOffset.UTC);

  private final Path folder;

  /**
   * @param folder {@code .gateway/keys}
   */
  public LinkKeys(Path folder) {
    this.folder = folder;
  }

  /** Makes the folder and the first key where they are missing. */
  void prepare() throws IOException {
    KeyFile.prepare(folder);
    if (files(folder).isEmpty()) {
      create(folder.resolve(FIRST));
    }
  }

  /** Equal while the keys are unchanged. */
  Object version() throws IOException {
    return Files.getLastModifiedTime(folder);
  }

  /** The random bytes of each key, the newest first. */
  List<byte[]> read() throws IOException {
    List<byte[]> read = new ArrayList<>();
    for (Path file : files(folder)) {
      byte[] random = Files.readAllBytes(file);
      if (random.length != BYTES) {
        throw new IOException(
            file
                + " holds "
                + random.length
                + " bytes instead of 32: restore it, or delete it and"
                + " all links made with it stop working");
      }
      read.add(random);
    }
    if (read.isEmpty()) {
      throw new IOException(folder + " holds no key any more: restore link.key");
    }
    return read;
  }

  @Override
  public int rotate(Instant now, boolean endOld) throws IOException {
    KeyFile.prepare(folder);
    List<Path> before = files(folder);
    create(folder.resolve(TIME.format(now)));
    // A key has signed until the next newer one was made.
    Instant superseded = now;
    for (Path old : before) {
      Instant made = Files.getLastModifiedTime(old).toInstant();
      if (endOld || superseded.isBefore(now.minus(OVERLAP))) {
        Files.delete(old);
      }
      superseded = made;
    }
    return files(folder).size();
  }

  private static void create(Path file) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    KeyFile.write(file, random);
  }

  /** The newest first, by name: the first key's name holds no time, later ones do. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .sorted(
              Comparator.comparing((Path file) -> !file.endsWith(FIRST))
                  .thenComparing(Path::getFileName)
                  .reversed())
          .toList();
    }
  }
}
