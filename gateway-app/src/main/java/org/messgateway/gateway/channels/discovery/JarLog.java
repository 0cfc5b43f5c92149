package org.messgateway.gateway.channels.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What went wrong in a drop-in jar, for its author: a line in the log, and the whole stack trace in
 * a file of the jar, of mode 600, which begins anew at 1 MiB and leaves one of that size beside it.
 * Neither shows a secret of the channel, nor what stands behind the host of a URL. Thread-safe.
 */
final class JarLog {

  private static final Logger LOG = LoggerFactory.getLogger(JarLog.class);
  private static final long MOST_BYTES = 1 << 20;
  private static final int LONGEST_TRACE = 64 * 1024;
  private static final Set<StandardOpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

  /** User, path and query of a URL can each hold a token. */
  private static final Pattern URL =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^\\s/@\"]*@)?([^\\s/?#\"]*)[^\\s\"]*");

  private final String origin;
  private final @Nullable Path file;
  private String last = "";

  /**
   * @param origin of the jar, for people
   * @param file for stack traces; empty for none
   */
  JarLog(String origin, Optional<Path> file) {
    this.origin = origin;
    this.file = file.orElse(null);
  }

  /** Where the stack traces are, at the end of a message; empty where they are kept nowhere. */
  String where() {
    return file == null ? "" : " Stack trace: " + file;
  }

  /** A call threw. The line is written once for failures that repeat. */
  synchronized void threw(String what, List<String> concealed, AdapterFailure.Thrown thrown) {
    String place = thrown.place().isEmpty() ? "" : " at " + thrown.place();
    String head = shown(concealed, what + " failed with " + thrown.text()) + place;
    append(head, shown(concealed, thrown.trace()));
    if (head.equals(last)) {
      LOG.debug("{}: {}.", origin, head);
    } else {
      last = head;
      LOG.warn("{}: {}.{}", origin, head, where());
    }
  }

  /** A call does not end; where it is now. */
  synchronized void hangs(String what, List<StackTraceElement> stack, long stuck, int threads) {
    StringBuilder trace = new StringBuilder();
    stack.forEach(frame -> trace.append("\tat ").append(frame).append('\n'));
    String at =
        stack.stream()
            .filter(frame -> frame.getClassLoaderName() != null)
            .filter(frame -> !"app".equals(frame.getClassLoaderName()))
            .findFirst()
            .or(() -> stack.stream().findFirst())
            .map(AdapterFailure.Thrown::frame)
            .orElse("nowhere");
    append(what + " ignores its interruption", trace.toString());
    LOG.warn(
        "{}: {} ignores its interruption, now at {}. {} of {} threads of the jar hang so. Where"
            + " they never end: mend the adapter, restart the gateway.{}",
        origin,
        what,
        at,
        stuck,
        threads,
        where());
  }

  /** A text without what must not be shown. */
  static String shown(List<String> concealed, String text) {
    String shown = text;
    for (String secret : concealed) {
      shown = secret.isEmpty() ? shown : shown.replace(secret, "[secret]");
    }
    return URL.matcher(shown).replaceAll("$1$2");
  }

  private void append(String head, String trace) {
    if (file == null) {
      return;
    }
    String cut = trace.substring(0, Math.min(trace.length(), LONGEST_TRACE));
    try {
      if (Files.exists(file) && Files.size(file) > MOST_BYTES) {
        Path before = file.resolveSibling(file.getFileName() + ".1");
        Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
      }
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      FileAttribute<?>[] mode =
          posix
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      try (FileChannel channel = FileChannel.open(file, APPEND, mode)) {
        channel.write(
            ByteBuffer.wrap((Instant.now() + " " + head + "\n" + cut + "\n").getBytes(UTF_8)));
      }
    } catch (IOException e) {
      LOG.debug("{} cannot be written.", file, e);
    }
  }
}
