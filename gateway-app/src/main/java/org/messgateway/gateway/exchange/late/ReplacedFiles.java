package org.messgateway.gateway.exchange.late;

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
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.home.SecureFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaced files, kept by a hard link for ten seconds. A program that has such a file open can
 * still write into it; {@link Merge} brings that text into the thread
 * (docs/rules.md#writing-beside-writers). In a burst of writes the links are kept longer.
 * Thread-safe.
 */
public final class ReplacedFiles {

  private static final Logger log = LoggerFactory.getLogger(ReplacedFiles.class);
  static final Duration KEEP_TIME = Duration.ofSeconds(10);

  /** Ages of a replaced file at which it is looked at, besides its last look. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Duration LATER = Duration.ofSeconds(3);

  /** The longest wait between two tries to merge a late text. */
  private static final Duration SELDOM = Duration.ofMinutes(1);

  /** A younger link can belong to another gateway that runs. */
  private static final Duration ABANDONED_AFTER = Duration.ofMinutes(1);

  private final HardLinkStore links;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final LateWriteSchedule watches;

  /**
   * One replaced file, its successor, and its metadata at the last look.
   *
   * @param next when it is looked at next, in the nanoseconds of {@code until}
   */
  public record Watch(
      ReplacedFile file,
      @Nullable FileStamp successor,
      @Nullable FirstFileEdit edit,
      FileStamp seen,
      long until,
      long next) {

    static Watch ofNew(
        ReplacedFile file, @Nullable FileStamp successor, @Nullable FirstFileEdit edit, long now) {
      return new Watch(
          file, successor, edit, file.was(), now + KEEP_TIME.toNanos(), now + SOON.toNanos());
    }

    /** What changes is looked at again soon, to be taken when it has stopped changing. */
    Watch seenAs(FileStamp stamp, long now) {
      boolean changes = !stamp.equals(file.was());
      return new Watch(file, successor, edit, stamp, until, next(now, changes));
    }

    /** Its text is in the thread; what comes after it is late again. */
    Watch merged(FileStamp stamp) {
      ReplacedFile merged = new ReplacedFile(file.ref(), file.kept(), stamp, file.firstFile());
      return new Watch(merged, null, null, stamp, until, next);
    }

    /** For a text that could not be merged now: the longer it has been tried, the later. */
    Watch again(FileStamp stamp, long now) {
      long wait = Math.clamp(now - until, LATER.toNanos(), SELDOM.toNanos());
      return new Watch(file, successor, edit, stamp, until, now + wait);
    }

    Watch later(long now) {
      return new Watch(file, successor, edit, seen, until, next(now, false));
    }

    private long next(long now, boolean soon) {
      long then = until - (KEEP_TIME.toNanos() - LATER.toNanos());
      if (soon) {
        return Math.min(now + SOON.toNanos(), Math.max(until, now));
      }
      return then - now > 0 ? then : until;
    }

    boolean isOver(long now) {
      return until - now <= 0;
    }
  }

  /** Merges the text of a late writer into the thread. */
  public interface Merge {

    /**
     * Merges a late text into the thread.
     *
     * @param last whether the writer had its time and has stopped: a text that cannot be merged is
     *     saved in a file of its own then
     * @return whether the text is in the thread, or saved; another try follows where it is not
     * @throws IOException the same, with the reason
     */
    boolean merge(Watch late, Path kept, FileStamp stamp, boolean last) throws IOException;
  }

  public ReplacedFiles(ExchangeDirectory exchange, InstantSource clock, LongSupplier nanos) {
    this.links = new HardLinkStore(exchange, clock);
    this.clock = clock;
    this.nanos = nanos;
    this.watches = new LateWriteSchedule(nanos);
  }

  /** Links a file before it is replaced; empty when another file has its path by now. */
  public Optional<ReplacedFile> keep(Ref ref, Path path, FileStamp stamp, boolean firstFile)
      throws IOException {
    return links.link(ref, path, stamp, firstFile);
  }

  /** Makes the folder of such names where it is missing. */
  public void makeFolder() throws IOException {
    links.makeFolder();
  }

  /**
   * A name to write a successor under, which then exchanges names with the file. It tells the next
   * start which of the two it finds.
   */
  public Path newName(Ref ref, FileStamp stamp, boolean firstFile) throws IOException {
    return links.newName(ref, stamp, firstFile);
  }

  /**
   * Takes a file whose time is over, to be used again where it is still as it was; the caller
   * looks.
   *
   * @return null where there is none
   */
  public @Nullable Watch takeSpare() {
    return watches.spare();
  }

  /** Takes back a spare that is of no use: perhaps somebody wrote into it. */
  public void refuse(Watch spare) {
    watches.resume(spare);
  }

  /**
   * Takes the name of a file that is kept. What another program gave that name in the last moment
   * is merged like a late writer's text.
   */
  public void takeAway(ReplacedFile file, SecureFolder folder, String name) throws IOException {
    if (file.kept() == null) {
      folder.delete(name);
      return;
    }
    // Without the inode: what has this name after a crash is looked at, whoever wrote it.
    FileStamp was = file.was();
    FileStamp any = new FileStamp(was.name(), 0, was.size(), was.modified(), null);
    Path taken = links.newName(file.ref(), any, file.firstFile());
    try (SecureFolder kept = SecureFolder.open(taken.resolveSibling("."))) {
      folder.move(name, kept, taken.getFileName().toString());
    }
    if (FileStamp.of(taken).inode() == was.inode()) {
      links.unlink(taken);
    } else {
      watch(new ReplacedFile(file.ref(), taken, was, file.firstFile()), null, null);
    }
  }

  /** Removes such a name. */
  public void remove(Path kept) throws IOException {
    links.unlink(kept);
  }

  /** Removes the link of a file that nobody wrote into. */
  private void forget(ReplacedFile file) throws IOException {
    if (file.kept() != null) {
      links.unlink(file.kept());
    }
  }

  /** Watches a file that was replaced just now. */
  public void watch(
      ReplacedFile file, @Nullable FileStamp successor, @Nullable FirstFileEdit edit) {
    if (file.kept() != null) {
      watches.add(Watch.ofNew(file, successor, edit, nanos.getAsLong()));
    }
  }

  /** Watches files of a gateway that died within those ten seconds. */
  public void recover() {
    Set<Path> mine = watches.links();
    try {
      links.find((ref, kept, name) -> {
        if (isAbandoned(name) && !mine.contains(kept)) {
          watchAgain(ref, kept, name);
        }
      });
    } catch (IOException | DirectoryIteratorException e) {
      log.warn("Cannot look for late writing in {}: {}", links.folder(), e.toString());
    }
  }

  /** A link is left to the gateway that made it for a minute. */
  private boolean isAbandoned(ReplacedFileName name) {
    return Duration.between(name.linked(), clock.instant()).compareTo(ABANDONED_AFTER) > 0;
  }

  private void watchAgain(Ref ref, Path kept, ReplacedFileName name) throws IOException {
    FileStamp stamp = FileStamp.of(kept);
    if (name.inode() != 0 && name.inode() != stamp.inode()) {
      // A successor that never got its name.
      links.unlink(kept);
      return;
    }
    // The size alone shows a late text.
    FileStamp was = new FileStamp(stamp.name(), stamp.inode(), name.size(), stamp.modified(), null);
    ReplacedFile file = new ReplacedFile(ref, kept, was, name.firstFile());
    long now = nanos.getAsLong();
    watches.resume(new Watch(file, null, null, stamp, now, now));
  }

  /** Looks at the kept files that are due, and removes links that nobody needs any more. */
  public void check(Merge merge) {
    watches.due().forEach(watch -> look(watch, merge, false));
    watches.removable().forEach(watch -> look(watch, merge, true));
  }

  private void look(Watch watch, Merge merge, boolean remove) {
    Path kept = watch.file().kept();
    FileStamp stamp = watch.seen();
    try {
      FileStamp found = kept == null ? null : stamp(kept);
      if (kept != null && found != null) {
        stamp = found.as(stamp.name());
        if (stamp.equals(watch.file().was())) {
          unchanged(watch, remove);
        } else {
          late(watch, merge, kept, stamp);
        }
      }
    } catch (IOException | RuntimeException e) {
      String why = e instanceof ExchangeWriteException said ? said.getMessage() : e.toString();
      log.warn("Late writing into thread {} waits: {}", watch.file().ref(), why);
      watches.resume(watch.again(stamp, nanos.getAsLong()));
    }
  }

  private void unchanged(Watch watch, boolean remove) throws IOException {
    long now = nanos.getAsLong();
    if (!watch.isOver(now)) {
      watches.resume(watch.seenAs(watch.file().was(), now));
    } else if (remove) {
      forget(watch.file());
    } else {
      watches.end(watch);
    }
  }

  /** Merges what has stopped changing. It is looked at again: its writer may not have finished. */
  private void late(Watch watch, Merge merge, Path kept, FileStamp stamp) throws IOException {
    long now = nanos.getAsLong();
    boolean last = watch.isOver(now);
    if (!stamp.equals(watch.seen())) {
      watches.resume(watch.seenAs(stamp, now));
    } else if (merge.merge(watch, kept, stamp, last)) {
      watches.resume(watch.merged(stamp).later(now));
    } else {
      watches.resume(last ? watch.again(stamp, now) : watch.seenAs(stamp, now));
    }
  }

  /** One system call for each look. */
  private static @Nullable FileStamp stamp(Path kept) throws IOException {
    try {
      return FileStamp.of(kept);
    } catch (NoSuchFileException gone) {
      return null;
    }
  }
}
