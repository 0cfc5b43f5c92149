package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileEntry;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.FlatCopy;
import org.messgateway.gateway.exchange.files.OpenCopy;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.ReadableCopy;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.late.FirstFileEdit;
import org.messgateway.gateway.exchange.late.ReplacedFile;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.home.NativeStatus;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Replaces a file of a copy, or adds one, in one step, so that no reader sees a part of it:
 * temporary file, flush, comparison with the listed files, exchange of names ({@link FileExchange})
 * or hard link to the replaced file and rename, flush.
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
   * @param like whose rights it has, where it gets its name by an exchange; null where by a rename
   *     over the target
   */
  record Prepared(
      ThreadFiles before,
      FileStamp target,
      Path path,
      Path temporary,
      FileStamp written,
      @Nullable FirstFileEdit edit,
      @Nullable NativeStatus like) {}

  private final ExchangeGuard guard;
  private final TempFiles tempFiles;
  private final DiskFlush disk;
  private final SeenFingerprints seen;
  private final ReplacedFiles replaced;
  private final ThreadLocks locks;
  private final FileExchange exchange;

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
    this.exchange = new FileExchange(guard, replaced);
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
    Prepared prepared;
    try (ReadableCopy copy = guard.read(before.location())) {
      prepared = prepare(copy, new FileExchange.Unwritten(before, target, content, edit), true);
    }
    return replace(prepared, report);
  }

  /**
   * Gives a flushed successor its name, on the disk when it returns.
   *
   * @return false, with nothing done, when another program wrote first
   */
  boolean replace(Prepared prepared, Report report) throws IOException {
    boolean placed = false;
    try (OpenFolders folders = openFolders()) {
      placed = place(prepared, report, folders);
      if (placed) {
        disk.flushFolderOf(prepared.path());
      }
      return placed;
    } finally {
      if (!placed) {
        discard(prepared);
      }
    }
  }

  /** For successors that get their names one after the other; the caller closes it soon. */
  OpenFolders openFolders() {
    return guard.flat().openFolders();
  }

  /** Deletes a successor that has not got its name; does nothing when it has. */
  void discard(Prepared prepared) throws IOException {
    if (prepared.like() != null) {
      exchange.discard(prepared);
    } else {
      tempFiles.delete(prepared.temporary());
    }
  }

  /** Looks again, now and then, where names can be exchanged. */
  public void lookAgain() {
    exchange.lookAgain();
  }

  /**
   * Writes the successor of a file; the caller places or discards it.
   *
   * @param copy the copy, open
   * @param flush whether its content is on the disk afterwards
   */
  Prepared prepare(ReadableCopy copy, FileExchange.Unwritten request, boolean flush)
      throws IOException {
    return switch (copy) {
      case FlatCopy flat -> {
        Prepared prepared = exchange.prepare(flat.status(), request, flush);
        if (prepared != null) {
          yield prepared;
        }
        try (OpenCopy open = guard.open(request.before().location())) {
          yield prepare(open, request, flush);
        }
      }
      case OpenCopy open -> {
        Prepared prepared = exchange.prepareInFolder(request, flush);
        yield prepared != null ? prepared : prepare(open, request, flush);
      }
    };
  }

  /**
   * Writes the successor of a thread in one file without opening that.
   *
   * @return null, with nothing done, where that is not possible
   */
  @Nullable Prepared prepare(NativeStatus status, FileExchange.Unwritten request, boolean flush)
      throws IOException {
    return exchange.prepare(status, request, flush);
  }

  private Prepared prepare(OpenCopy copy, FileExchange.Unwritten request, boolean flush)
      throws IOException {
    ThreadFiles before = request.before();
    FileStamp target = request.target();
    Path temporary = tempFiles.newPath(before.location().stateFolder());
    boolean written = false;
    try (FileEntry file = copy.entry(target.name())) {
      TempFiles.FileRights like = new TempFiles.FileRights(file, target.inode());
      FileStamp stamp =
          TempFiles.write(copy.stateFolder(), name(temporary), request.content(), like, flush);
      written = true;
      return new Prepared(
          before, target, file.path(), temporary, stamp.as(target.name()), request.edit(), null);
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
   * Gives a flushed successor its name, under the thread's lock. The caller flushes the folder.
   *
   * @return false, with nothing done, when another program wrote first
   */
  boolean place(Prepared prepared, Report report, OpenFolders folders) throws IOException {
    locks.requireHeld(prepared.before().location().ref());
    Runnable announce =
        report == Report.SILENT
            ? () -> expectWrite(prepared.before(), prepared.written())
            : () -> {};
    return prepared.like() == null
        ? renamed(prepared, announce)
        : exchange.place(prepared, prepared.like(), announce, folders);
  }

  private boolean renamed(Prepared prepared, Runnable announce) throws IOException {
    ThreadFiles before = prepared.before();
    FileStamp target = prepared.target();
    Ref ref = before.location().ref();
    try (OpenCopy copy = guard.open(before.location());
        FileEntry file = copy.entry(target.name())) {
      // The list first: of many files it takes a while, and the link looks at this one again.
      if (!copy.list().equals(before)) {
        return false;
      }
      Optional<ReplacedFile> kept =
          replaced.keep(ref, file.path(), target, isFirstFile(before, target));
      if (kept.isEmpty()) {
        return false;
      }
      announce.run();
      copy.stateFolder().move(name(prepared.temporary()), file.folder(), file.name());
      replaced.watch(kept.get(), prepared.written(), prepared.edit());
      return true;
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return false;
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
