package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Puts a new content in the place of a thread's file, or a new file beside them, in one step, so
 * that nobody ever reads a part of it: temporary file, flush, look again, keep what is replaced,
 * rename, flush.
 */
final class Replacement {

  /** Whether the listener hears of a write. */
  enum Report {
    /** It is ours alone; who wrote it knows. */
    SILENT,
    /** It carries what others wrote. */
    TOLD
  }

  /**
   * What is to stand in the place of a file.
   *
   * @param before how the copy's files stood when what is written was made from them
   * @param temporary where it is now
   * @param written how it will look under its name
   */
  record Prepared(
      ThreadFiles before,
      FileStamp target,
      Path path,
      Path temporary,
      FileStamp written,
      @Nullable HeadEdit edit) {}

  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final OwnFiles own;
  private final KnownThreads known;
  private final ReplacedFiles replaced;
  private final ThreadLocks locks;

  Replacement(
      ThreadFinder finder,
      ExchangeGuard guard,
      OwnFiles own,
      KnownThreads known,
      ReplacedFiles replaced,
      ThreadLocks locks) {
    this.finder = finder;
    this.guard = guard;
    this.own = own;
    this.known = known;
    this.replaced = replaced;
    this.locks = locks;
  }

  /**
   * Replaces a file of a copy.
   *
   * @param before how the copy's files stood when what is written was made from them
   * @param edit what made it, to be made again on what a late writer puts into the replaced file;
   *     null when that text is only to be appended
   * @return false when somebody else was faster and nothing was done
   */
  boolean replace(
      ThreadFiles before, FileStamp target, byte[] content, @Nullable HeadEdit edit, Report report)
      throws IOException {
    Prepared prepared =
        prepare(before, target, edit, (temporary, like) -> own.write(temporary, content, like));
    try {
      boolean placed = place(prepared, report);
      if (placed) {
        own.flushFolderOf(prepared.path());
      }
      return placed;
    } finally {
      own.delete(prepared.temporary());
    }
  }

  /**
   * Writes what is to stand in the place of a file, and does not flush it yet. The caller owns the
   * temporary file.
   */
  Prepared prepare(ThreadFiles before, FileStamp target, byte[] content, @Nullable HeadEdit edit)
      throws IOException {
    return prepare(
        before, target, edit, (temporary, like) -> own.writeUnflushed(temporary, content, like));
  }

  /** Fills a temporary file with what is to stand in the place of another. */
  @FunctionalInterface
  private interface Successor {
    void writeTo(Path temporary, Path like) throws IOException;
  }

  private Prepared prepare(
      ThreadFiles before, FileStamp target, @Nullable HeadEdit edit, Successor successor)
      throws IOException {
    Path path = real(finder.path(before.place(), target.name()));
    Path temporary = own.name(before.place().top());
    boolean written = false;
    try {
      successor.writeTo(temporary, path);
      FileStamp stamp = guard.stamp(temporary).as(target.name());
      written = true;
      return new Prepared(before, target, path, temporary, stamp, edit);
    } finally {
      if (!written) {
        own.delete(temporary);
      }
    }
  }

  /**
   * Gives what was prepared, and flushed, its name; under the thread's lock. The folder is still to
   * be flushed.
   *
   * @return false when somebody else was faster and nothing was done
   */
  boolean place(Prepared prepared, Report report) throws IOException {
    ThreadFiles before = prepared.before();
    FileStamp target = prepared.target();
    Ref ref = before.place().ref();
    locks.insist(ref);
    ReplacedFile kept = replaced.keep(ref, prepared.path(), target, isHead(before, target));
    if (!finder.look(before.place()).equals(before)) {
      replaced.forget(kept);
      return false;
    }
    if (report == Report.SILENT) {
      announce(before, prepared.written());
    }
    Files.move(prepared.temporary(), prepared.path(), StandardCopyOption.ATOMIC_MOVE);
    replaced.watch(kept, prepared.written(), prepared.edit());
    return true;
  }

  /**
   * Puts a further file beside those of a copy.
   *
   * @return false when somebody else was faster and nothing was done
   */
  boolean add(ThreadFiles before, String name, byte[] content) throws IOException {
    return add(before, name, temporary -> own.write(temporary, content, null));
  }

  /** The same with a copy of a file. */
  boolean add(ThreadFiles before, String name, Path content) throws IOException {
    return add(before, name, temporary -> own.copy(content, temporary));
  }

  @FunctionalInterface
  private interface Content {
    void writeTo(Path path) throws IOException;
  }

  private boolean add(ThreadFiles before, String name, Content content) throws IOException {
    Path path = finder.path(before.place(), name);
    Path temporary = own.name(before.place().top());
    try {
      content.writeTo(temporary);
      FileStamp written = guard.stamp(temporary).as(name);
      locks.insist(before.place().ref());
      if (!finder.look(before.place()).equals(before)) {
        return false;
      }
      announce(before, written);
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
      own.flushFolderOf(path);
      return true;
    } finally {
      own.delete(temporary);
    }
  }

  private void announce(ThreadFiles before, FileStamp written) {
    known.expect(before.place(), before.fingerprint(), before.with(written).fingerprint());
  }

  private static boolean isHead(ThreadFiles files, FileStamp file) {
    return files.head().filter(file::equals).isPresent();
  }

  /** A link inside the exchange stays one; what it leads to is replaced. */
  private static Path real(Path path) throws IOException {
    return Files.isSymbolicLink(path) ? path.toRealPath() : path;
  }
}
