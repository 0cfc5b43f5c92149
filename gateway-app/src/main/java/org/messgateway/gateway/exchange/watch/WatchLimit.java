package org.messgateway.gateway.exchange.watch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Number of threads' folders that may be watched: half of the system's limit, 8,192 at most. */
public final class WatchLimit {

  private static final Logger log = LoggerFactory.getLogger(WatchLimit.class);
  private static final int MOST = 8192;
  private static final int LONGEST = 64;

  private WatchLimit() {}

  public static int ofThisSystem() {
    return of(Path.of("/proc/sys/fs/inotify/max_user_watches"));
  }

  static int of(Path setting) {
    if (!Files.exists(setting)) {
      return MOST;
    }
    // In one read: the kernel ends such a file behind the first, and Files.readString begins with
    // one byte where a file has no size.
    try (InputStream in = Files.newInputStream(setting)) {
      String digits = new String(in.readNBytes(LONGEST), US_ASCII).strip();
      return (int) Math.min(MOST, Long.parseLong(digits) / 2);
    } catch (IOException | NumberFormatException e) {
      log.warn("Cannot read {}: {}; at most {} folders are watched", setting, e.toString(), MOST);
      return MOST;
    }
  }
}
