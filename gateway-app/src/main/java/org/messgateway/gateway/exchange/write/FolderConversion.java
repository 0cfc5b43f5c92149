package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileEntry;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.OpenCopy;
import org.messgateway.gateway.exchange.files.SeenFingerprints;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.messgateway.gateway.exchange.late.ReplacedFile;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Turns a thread in one file into a folder, because only a folder can hold attachments and overflow
 * files (MESSE-AF 2). The folder is built under a temporary name and appears by one rename; then
 * the file is deleted. A crash in between leaves two copies of the same text; the one that is
 * written to next counts.
 */
public final class FolderConversion {

  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final TempFiles tempFiles;
  private final SeenFingerprints seen;
  private final ReplacedFiles replaced;
  private final ThreadLocks locks;

  public FolderConversion(
      ThreadFinder finder,
      ExchangeGuard guard,
      TempFiles tempFiles,
      SeenFingerprints seen,
      ReplacedFiles replaced,
      ThreadLocks locks) {
    this.finder = finder;
    this.guard = guard;
    this.tempFiles = tempFiles;
    this.seen = seen;
    this.replaced = replaced;
    this.locks = locks;
  }

  /** False, with nothing done, when another program wrote first. */
  boolean convert(LoadedThread thread) throws IOException {
    ThreadFiles files = finder.list(thread.location());
    Optional<FileStamp> flat = files.firstFile();
    if (flat.isEmpty() || !files.fingerprint().equals(thread.fingerprint())) {
      return false;
    }
    Path building = tempFiles.newFolder(thread.location().stateFolder());
    try {
      return publish(building, build(building, files, flat.get()), files, flat.get());
    } finally {
      tempFiles.delete(building);
    }
  }

  private FileStamp build(Path building, ThreadFiles files, FileStamp flat) throws IOException {
    try (OpenCopy copy = guard.open(files.location());
        FileEntry file = copy.entry(flat.name());
        SecureFolder folder = SecureFolder.open(building)) {
      FileStamp written =
          TempFiles.write(
              folder,
              ThreadFileName.ofDocuments(files.location().ref(), 0),
              DocumentBytes.append(copy.read(flat), List.of()),
              new TempFiles.FileRights(file, flat.inode()),
              true);
      folder.flush();
      return written;
    }
  }

  private boolean publish(Path building, FileStamp written, ThreadFiles files, FileStamp flat)
      throws IOException {
    ThreadLocation from = files.location();
    ThreadLocation to = new ThreadLocation(from.stateFolder(), from.ref(), ThreadLayout.DIRECTORY);
    try (OpenCopy copy = guard.open(from);
        SecureFolder own = SecureFolder.open(building.resolveSibling("."))) {
      SecureFolder stateFolder = copy.stateFolder();
      if (stateFolder.has(to.name())) {
        throw new ExchangeWriteException(
            ExchangeWriteException.Reason.BUSY,
            from
                + " cannot be made a folder: "
                + to
                + " is there already. Look at both, delete one.",
            null);
      }
      locks.requireHeld(from.ref());
      if (!copy.list().equals(files)) {
        return false;
      }
      Optional<ReplacedFile> kept = keep(copy, from, flat);
      if (kept.isEmpty()) {
        return false;
      }
      seen.expectWrite(from, files.fingerprint(), null);
      seen.expectWrite(to, null, ThreadFiles.fingerprint(List.of(written)));
      own.move(building.getFileName().toString(), stateFolder, to.name());
      stateFolder.flush();
      replaced.takeAway(kept.get(), stateFolder, from.name());
      stateFolder.flush();
      replaced.watch(kept.get(), written, null);
      return true;
    }
  }

  private Optional<ReplacedFile> keep(OpenCopy copy, ThreadLocation from, FileStamp flat)
      throws IOException {
    try (FileEntry file = copy.entry(flat.name())) {
      return replaced.keep(from.ref(), file.path(), flat, true);
    }
  }
}
