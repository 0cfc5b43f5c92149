package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that were replaced, kept by a second name for ten seconds: who had one open may still write
 * into it, and what such a late writer puts there goes into the thread (DESIGN §7).
 *
 * <p>They lie in {@code .gateway/replaced/<ref>/<size>-…}, so that after a crash the next start can
 * still tell what came late. Thread-safe.
 */
final class ReplacedFiles {

  private static final Logger log = LoggerFactory.getLogger(ReplacedFiles.class);
  static final Duration KEPT = Duration.ofSeconds(10);
  private static final String HEAD = "-";
  private static final String OVERFLOW = "-overflow-";
  private static final Duration DEAD = Duration.ofMinutes(1);

  private final ExchangeDirectory exchange;
  private final ExchangeGuard guard;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Queue<Watch> watches = new ArrayDeque<>();
  private final AtomicBoolean told = new AtomicBoolean();

  /** One replaced file, what took its place, and how it stood at the last look. */
  record Watch(
      ReplacedFile file,
      @Nullable FileStamp successor,
      @Nullable HeadEdit edit,
      FileStamp seen,
      long until) {

    Watch seenAs(FileStamp stamp) {
      return new Watch(file, successor, edit, stamp, until);
    }
  }

  /** Takes what a late writer wrote into the thread. */
  interface Merge {

    /**
     * Brings a late text into the thread.
     *
     * @param last whether there will be no further try: then it is brought to safety at least
     * @return whether it is in the thread, or in safety
     * @throws IOException when it is neither, even though this was to be the last try: there will
     *     be another one
     */
    boolean merge(Watch late, Path kept, FileStamp now, boolean last) throws IOException;
  }

  ReplacedFiles(
      ExchangeDirectory exchange, ExchangeGuard guard, InstantSource clock, LongSupplier nanos) {
    this.exchange = exchange;
    this.guard = guard;
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Gives the file a second name, before it is replaced. */
  synchronized ReplacedFile keep(Ref ref, Path path, FileStamp stamp, boolean head)
      throws IOException {
    try {
      Path folder = Files.createDirectories(folder(ref));
      long random = ThreadLocalRandom.current().nextLong();
      Path kept =
          folder.resolve(
              stamp.size() + (head ? HEAD : OVERFLOW) + HexFormat.of().toHexDigits(random));
      Files.createLink(kept, path);
      return new ReplacedFile(ref, kept, stamp, head);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      if (told.compareAndSet(false, true)) {
        log.warn(
            "Files of this exchange cannot be kept by a second name ({}). What a program without"
                + " locks writes in the same moment as the gateway could be lost.",
            e.toString());
      }
      return new ReplacedFile(ref, null, stamp, head);
    }
  }

  private Path folder(Ref ref) {
    return exchange.own("replaced").resolve(ref.value());
  }

  /** The file was not replaced after all. */
  synchronized void forget(ReplacedFile file) throws IOException {
    if (file.kept() != null) {
      Files.deleteIfExists(file.kept());
      leave(folder(file.ref()));
    }
  }

  /** The file was replaced: late writers are waited for from now on. */
  synchronized void watch(ReplacedFile file, FileStamp successor, @Nullable HeadEdit edit) {
    if (file.kept() != null) {
      long until = nanos.getAsLong() + KEPT.toNanos();
      watches.add(new Watch(file, successor, edit, file.was(), until));
    }
  }

  /** What a gateway left that died within those ten seconds. */
  void recover() {
    Path all = exchange.own("replaced");
    if (!Files.isDirectory(all)) {
      return;
    }
    try (DirectoryStream<Path> refs = Files.newDirectoryStream(all)) {
      for (Path folder : refs) {
        Optional<Ref> ref = Ref.of(folder.getFileName().toString());
        if (ref.isPresent()) {
          recover(ref.get(), folder);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      log.warn("Cannot look for late writing in {}: {}", all, e.toString());
    }
  }

  private void recover(Ref ref, Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path kept : files) {
        Instant linked = Files.getLastModifiedTime(folder).toInstant();
        if (Duration.between(linked, clock.instant()).compareTo(DEAD) > 0) {
          recover(ref, kept, guard.stamp(kept));
        }
      }
    }
    leave(folder);
  }

  private synchronized void recover(Ref ref, Path kept, FileStamp now) {
    String name = now.name();
    String size = name.substring(0, Math.max(0, name.indexOf('-')));
    boolean watched = watches.stream().anyMatch(watch -> kept.equals(watch.file().kept()));
    if (!watched && size.matches("\\d{1,18}")) {
      // Size alone tells what came late; of a file that is still the thread's, nothing did.
      FileStamp was = new FileStamp(name, now.inode(), Long.parseLong(size), now.modified(), null);
      Watch watch =
          new Watch(
              new ReplacedFile(ref, kept, was, !name.contains(OVERFLOW)),
              null,
              null,
              was,
              nanos.getAsLong());
      watches.add(watch);
    }
  }

  /** Looks at all that are kept; those whose time is over are let go. */
  void look(Merge merge) {
    for (Watch watch : taken()) {
      try {
        look(watch, merge).ifPresent(this::keepOn);
      } catch (IOException | RuntimeException e) {
        log.warn("Late writing into thread {} waits: {}", watch.file().ref(), e.toString());
        keepOn(watch);
      }
    }
  }

  private synchronized List<Watch> taken() {
    List<Watch> all = new ArrayList<>(watches);
    watches.clear();
    return all;
  }

  private synchronized void keepOn(Watch watch) {
    watches.add(watch);
  }

  /** The watch to go on with; empty when it is over. */
  private Optional<Watch> look(Watch watch, Merge merge) throws IOException {
    Path kept = watch.file().kept();
    if (kept == null || !Files.exists(kept)) {
      return Optional.empty();
    }
    FileStamp now = guard.stamp(kept).as(watch.seen().name());
    boolean last = watch.until() - nanos.getAsLong() <= 0;
    boolean late = !now.equals(watch.file().was());
    boolean still = now.equals(watch.seen());
    if (late && (still || last) && merge.merge(watch, kept, now, last)) {
      ReplacedFile merged = new ReplacedFile(watch.file().ref(), kept, now, watch.file().head());
      return goOn(new Watch(merged, null, null, now, watch.until()), last);
    }
    return goOn(watch.seenAs(now), last);
  }

  private Optional<Watch> goOn(Watch watch, boolean last) throws IOException {
    if (!last) {
      return Optional.of(watch);
    }
    forget(watch.file());
    return Optional.empty();
  }

  /** Removes a ref's folder unless there is more in it. */
  private static void leave(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      log.trace("{} is still needed", folder);
    }
  }

  /** How many are kept. */
  synchronized int kept() {
    return watches.size();
  }
}
