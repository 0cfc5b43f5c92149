package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileEntry;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.OpenCopy;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.late.FirstFileEdit;
import org.messgateway.gateway.exchange.late.ReplacedFile;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Replaces a file of a copy, or adds one, in one step, so that no reader sees a part of it:
 * temporary file, flush, comparison with the listed files, hard link to the replaced file, rename,
 * flush.
 */
public final class FileReplacement {

  /** Whether the watcher reports a write to the listener. */
  enum Report {
    /** The text is the gateway's own. */
    SILENT,
    /** The text holds what others wrote. */
    REPORTED
  }

  /**
   * A written successor of a file, without its name yet.
   *
   * @param before files of the copy from which the successor was made
   * @param temporary current path of the successor
   * @param written its metadata under the target's name
   */
  record Prepared(
      ThreadFiles before,
      FileStamp target,
      Path path,
      Path temporary,
      FileStamp written,
      @Nullable FirstFileEdit edit) {}

  private final ExchangeGuard guard;
  private final TempFiles tempFiles;
  private final DiskFlush disk;
  private final SeenFingerprints seen;
  private final ReplacedFiles replaced;
  private final ThreadLocks locks;

  public FileReplacement(
      ExchangeGuard guard,
      TempFiles tempFiles,
      DiskFlush disk,
      SeenFingerprints seen,
      ReplacedFiles replaced,
      ThreadLocks locks) {
    this.guard = guard;
    this.tempFiles = tempFiles;
    this.disk = disk;
    this.seen = seen;
    this.replaced = replaced;
    this.locks = locks;
  }

  /**
   * Replaces a file of a copy.
   *
   * @param before files of the copy from which the content was made
   * @param edit made the content, and is applied again to the text of a late writer; null when such
   *     a text is only appended
   * @return false, with nothing done, when another program wrote first
   */
  boolean replace(
      ThreadFiles before,
      FileStamp target,
      byte[] content,
      @Nullable FirstFileEdit edit,
      Report report)
      throws IOException {
    Prepared prepared = prepare(before, target, content, edit, true);
    boolean placed = false;
    try {
      placed = place(prepared, report);
      if (placed) {
        disk.flushFolderOf(prepared.path());
      }
      return placed;
    } finally {
      if (!placed) {
        tempFiles.delete(prepared.temporary());
      }
    }
  }

  /** Writes the successor of a file, unflushed. The caller deletes the temporary file. */
  Prepared prepare(
      ThreadFiles before, FileStamp target, byte[] content, @Nullable FirstFileEdit edit)
      throws IOException {
    return prepare(before, target, content, edit, false);
  }

  private Prepared prepare(
      ThreadFiles before,
      FileStamp target,
      byte[] content,
      @Nullable FirstFileEdit edit,
      boolean flush)
      throws IOException {
    Path temporary = tempFiles.newPath(before.location().stateFolder());
    boolean written = false;
    try (OpenCopy copy = guard.open(before.location());
        FileEntry file = copy.entry(target.name())) {
      TempFiles.FileRights like = new TempFiles.FileRights(file, target.inode());
      FileStamp stamp = TempFiles.write(copy.stateFolder(), name(temporary), content, like, flush);
      written = true;
      return new Prepared(before, target, file.path(), temporary, stamp.as(target.name()), edit);
    } finally {
      if (!written) {
        tempFiles.delete(temporary);
      }
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  /**
   * Renames a flushed successor over its target, under the thread's lock. The caller flushes the
   * folder.
   *
   * @return false, with nothing done, when another program wrote first
   */
  boolean place(Prepared prepared, Report report) throws IOException {
    ThreadFiles before = prepared.before();
    FileStamp target = prepared.target();
    Ref ref = before.location().ref();
    locks.requireHeld(ref);
    try (OpenCopy copy = guard.open(before.location());
        FileEntry file = copy.entry(target.name())) {
      Optional<ReplacedFile> kept =
          replaced.keep(ref, file.path(), target, isFirstFile(before, target));
      if (kept.isEmpty()) {
        return false;
      }
      if (!copy.list().equals(before)) {
        replaced.forget(kept.get());
        return false;
      }
      if (report == Report.SILENT) {
        expectWrite(before, prepared.written());
      }
      copy.stateFolder().move(name(prepared.temporary()), file.folder(), file.name());
      replaced.watch(kept.get(), prepared.written(), prepared.edit());
      return true;
    }
  }

  /**
   * Adds a file to a copy.
   *
   * @return false, with nothing done, when another program wrote first
   */
  boolean add(ThreadFiles before, String name, byte[] content) throws IOException {
    return add(
        before,
        name,
        (folder, temporary) -> TempFiles.write(folder, temporary, content, null, true));
  }

  /** Adds a copy of a file. */
  boolean add(ThreadFiles before, String name, Path content) throws IOException {
    return add(before, name, (folder, temporary) -> TempFiles.copy(content, folder, temporary));
  }

  @FunctionalInterface
  private interface Content {
    FileStamp writeTo(SecureFolder folder, String name) throws IOException;
  }

  private boolean add(ThreadFiles before, String name, Content content) throws IOException {
    Path temporary = tempFiles.newPath(before.location().stateFolder());
    boolean placed = false;
    try (OpenCopy copy = guard.open(before.location())) {
      FileStamp written = content.writeTo(copy.stateFolder(), name(temporary)).as(name);
      placed = place(before, copy, name(temporary), written);
      return placed;
    } finally {
      if (!placed) {
        tempFiles.delete(temporary);
      }
    }
  }

  /** The copy is opened again to be compared: writing an attachment can take a while. */
  private boolean place(ThreadFiles before, OpenCopy copy, String temporary, FileStamp written)
      throws IOException {
    locks.requireHeld(before.location().ref());
    try (OpenCopy now = guard.open(before.location());
        FileEntry file = now.entry(written.name())) {
      if (!now.list().equals(before)) {
        return false;
      }
      expectWrite(before, written);
      copy.stateFolder().move(temporary, file.folder(), file.name());
      disk.flushFolderOf(file.path());
      return true;
    }
  }

  private void expectWrite(ThreadFiles before, FileStamp written) {
    seen.expectWrite(before.location(), before.fingerprint(), before.with(written).fingerprint());
  }

  private static boolean isFirstFile(ThreadFiles files, FileStamp file) {
    return files.firstFile().filter(file::equals).isPresent();
  }
}
