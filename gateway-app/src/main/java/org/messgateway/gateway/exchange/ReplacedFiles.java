package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that were replaced, kept by a second name for ten seconds: who had one open may still write
 * into it, and what such a late writer puts there goes into the thread (DESIGN §7). In a burst they
 * are kept longer. Thread-safe.
 */
final class ReplacedFiles {

  private static final Logger log = LoggerFactory.getLogger(ReplacedFiles.class);
  static final Duration KEPT = Duration.ofSeconds(10);

  /** What is younger may belong to another gateway that lives. */
  private static final Duration DEAD = Duration.ofMinutes(1);

  private final SecondNames names;
  private final ExchangeGuard guard;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final LateWatches watches;

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

    boolean isOver(long now) {
      return until - now <= 0;
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
    this.names = new SecondNames(exchange, clock);
    this.guard = guard;
    this.clock = clock;
    this.nanos = nanos;
    this.watches = new LateWatches(nanos);
  }

  /** Gives the file a second name, before it is replaced. */
  ReplacedFile keep(Ref ref, Path path, FileStamp stamp, boolean head) throws IOException {
    return names.give(ref, path, stamp, head);
  }

  /** The file was not replaced after all. */
  void forget(ReplacedFile file) throws IOException {
    names.take(file);
  }

  /** The file was replaced: late writers are waited for from now on. */
  void watch(ReplacedFile file, FileStamp successor, @Nullable HeadEdit edit) {
    if (file.kept() != null) {
      long until = nanos.getAsLong() + KEPT.toNanos();
      watches.begin(new Watch(file, successor, edit, file.was(), until));
    }
  }

  /** What a gateway left that died within those ten seconds. */
  void recover() {
    Set<Path> mine = watches.names();
    try {
      names.find((ref, kept, name) -> {
        if (isDead(name) && !mine.contains(kept)) {
          watchAgain(ref, kept, name);
        }
      });
    } catch (IOException | DirectoryIteratorException e) {
      log.warn("Cannot look for late writing in {}: {}", names.folder(), e.toString());
    }
  }

  /** What a living gateway keeps is its own business. */
  private boolean isDead(KeptName name) {
    return Duration.between(name.linked(), clock.instant()).compareTo(DEAD) > 0;
  }

  private void watchAgain(Ref ref, Path kept, KeptName name) throws IOException {
    FileStamp now = guard.stamp(kept);
    // Size alone tells what came late; of a file that is still the thread's, nothing did.
    FileStamp was = new FileStamp(now.name(), now.inode(), name.size(), now.modified(), null);
    ReplacedFile file = new ReplacedFile(ref, kept, was, name.head());
    watches.goOn(new Watch(file, null, null, was, nanos.getAsLong()));
  }

  /** Looks at all that are kept; those whose time is over are let go, in a burst a while later. */
  void look(Merge merge) {
    for (Watch watch : watches.take()) {
      try {
        look(watch, merge).ifPresent(watches::goOn);
      } catch (IOException | RuntimeException e) {
        log.warn("Late writing into thread {} waits: {}", watch.file().ref(), e.toString());
        watches.goOn(watch);
      }
    }
  }

  /** The watch to go on with; empty when it is over. */
  private Optional<Watch> look(Watch watch, Merge merge) throws IOException {
    Path kept = watch.file().kept();
    if (kept == null) {
      return Optional.empty();
    }
    Optional<FileStamp> found = stamp(kept);
    return found.isEmpty() ? Optional.empty() : look(watch, merge, kept, found.get());
  }

  private Optional<Watch> look(Watch watch, Merge merge, Path kept, FileStamp found)
      throws IOException {
    FileStamp now = found.as(watch.seen().name());
    boolean last = watch.isOver(nanos.getAsLong());
    boolean late = !now.equals(watch.file().was());
    boolean still = now.equals(watch.seen());
    if (late && (still || last) && merge.merge(watch, kept, now, last)) {
      ReplacedFile merged = new ReplacedFile(watch.file().ref(), kept, now, watch.file().head());
      return goOn(new Watch(merged, null, null, now, watch.until()), last);
    }
    return goOn(watch.seenAs(now), last);
  }

  /** Asked of all that are kept, every second: one question to the system each. */
  private Optional<FileStamp> stamp(Path kept) throws IOException {
    try {
      return Optional.of(guard.stamp(kept));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    }
  }

  private Optional<Watch> goOn(Watch watch, boolean last) throws IOException {
    if (!last) {
      return Optional.of(watch);
    }
    forget(watch.file());
    return Optional.empty();
  }
}
