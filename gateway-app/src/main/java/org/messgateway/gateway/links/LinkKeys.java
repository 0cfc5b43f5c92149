package org.messgateway.gateway.links;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;

/** Makes and deletes key files for links. For one process at a time. */
public final class LinkKeys implements KeyRotation {

  static final String FIRST = "link.key";
  static final Pattern NAME = Pattern.compile("link(-\\d{8}T\\d{12}Z)?\\.key");

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

  @Override
  public int rotate(Instant now, boolean endOld) throws IOException {
    KeyFile.prepare(folder);
    List<Path> before = LinkKeyFolder.files(folder);
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
    return LinkKeyFolder.files(folder).size();
  }

  static void create(Path file) throws IOException {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    KeyFile.write(file, random);
  }
}
