package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.OpenCopy;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.late.FirstFileEdit;
import org.messgateway.gateway.exchange.late.ReplacedFile;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.exchange.write.FileReplacement.Prepared;
import org.messgateway.gateway.home.NativeFiles;
import org.messgateway.gateway.home.NativeStatus;

/**
 * Replaces the first file of a thread by an exchange of names, in one step (Linux). The successor
 * is written where replaced files are kept, which nobody watches, under the name that the replaced
 * file has from the exchange on: a program that writes into it late is heard, also after a crash,
 * and a file that took the thread's place in the last moment is not lost. Thread-safe.
 */
final class FileExchange {

  /** Rights that a folder gives to what is made in it, and only there. */
  private static final String INHERITED_RIGHTS = "system.posix_acl_default";

  /** A client of an NFS server writes into files that nobody has open here. */
  private static final Path NFS_SERVER = Path.of("/proc/fs/nfsd/threads");

  private static final int TRIES = 3;

  /** Spares that were of no use one after the other: the next will not be either. */
  private static final int MOST_REFUSALS = 8;

  private final ExchangeGuard guard;
  private final ReplacedFiles replaced;

  /** Whether what is made elsewhere has the rights it would have there. */
  private final Map<StateFolder, Boolean> alike = new ConcurrentHashMap<>();

  /** Where the file system refused. */
  private final Set<StateFolder> refused = ConcurrentHashMap.newKeySet();

  /** Spares refused one after the other. */
  private final AtomicInteger refusals = new AtomicInteger();

  FileExchange(ExchangeGuard guard, ReplacedFiles replaced) {
    this.guard = guard;
    this.replaced = replaced;
    lookAgain();
  }

  /** Looks again at what somebody may have changed: rights of state folders, a server of files. */
  final void lookAgain() {
    alike.clear();
    refusals.set(Files.exists(NFS_SERVER) ? MOST_REFUSALS : 0);
  }

  /**
   * Writes the successor of a file.
   *
   * @param status of the file, whose rights the successor gets
   * @param request all but the successor
   * @param flush whether the content is on the disk afterwards
   * @return null, with nothing done, where names cannot be exchanged
   */
  @Nullable Prepared prepare(NativeStatus status, Unwritten request, boolean flush)
      throws IOException {
    ThreadLocation location = request.before().location();
    NativeFiles system = guard.flat().system(location);
    if (system == null || !isPossible(system, location)) {
      return null;
    }
    FileStamp target = request.target();
    Path kept = replaced.newName(location.ref(), target, true);
    boolean written = false;
    try {
      NativeStatus successor = reused(system, kept, request, status, flush);
      if (successor == null) {
        replaced.makeFolder();
        successor = system.create(kept, request.content(), status, flush);
      }
      FileStamp stamp = FileStamp.of(target.name(), successor);
      written = true;
      Path path = folder(location).resolve(target.name());
      return new Prepared(request.before(), target, path, kept, stamp, request.edit(), status);
    } finally {
      if (!written) {
        replaced.remove(kept);
      }
    }
  }

  /** The same for the first file of a thread's folder. */
  @Nullable Prepared prepareInFolder(Unwritten request, boolean flush) throws IOException {
    NativeStatus status = firstFile(request);
    return status == null ? null : prepare(status, request, flush);
  }

  /** Null where it is no plain file, or another one than was listed. */
  private @Nullable NativeStatus firstFile(Unwritten request) {
    ThreadFiles files = request.before();
    FileStamp target = request.target();
    NativeFiles system = guard.flat().system(files.location());
    if (system == null
        || files.location().layout() != ThreadLayout.DIRECTORY
        || !files.firstFile().filter(target::equals).isPresent()
        || !NativeFiles.fits(target.name())) {
      return null;
    }
    try (OpenFolders folders = guard.flat().openFolders()) {
      int folder = system.folder(folders.folder(system, files.location()), files.location().name());
      try {
        NativeStatus status = system.status(folder, target.name());
        return status.isRegular() && FileStamp.of(target.name(), status).equals(target)
            ? status
            : null;
      } finally {
        system.close(folder);
      }
    } catch (IOException notSimple) {
      return null;
    }
  }

  private Path folder(ThreadLocation location) {
    Path stateFolder = guard.flat().folder(location);
    return location.layout() == ThreadLayout.DIRECTORY
        ? stateFolder.resolve(location.name())
        : stateFolder;
  }

  /**
   * Writes into a replaced file that nobody needs any more: to make and to remove an inode costs
   * more than all else of a write.
   *
   * @return null where there is none, or somebody may still reach it
   */
  private @Nullable NativeStatus reused(
      NativeFiles system, Path kept, Unwritten request, NativeStatus like, boolean flush)
      throws IOException {
    ReplacedFiles.Watch spare = refusals.get() < MOST_REFUSALS ? replaced.takeSpare() : null;
    Path from = spare == null ? null : spare.file().kept();
    if (spare == null || from == null) {
      return null;
    }
    FileStamp was = spare.file().was();
    try {
      NativeStatus reused =
          system.reuse(
              from,
              kept,
              request.content(),
              like,
              found -> FileStamp.of(was.name(), found).equals(was),
              flush);
      if (reused != null) {
        refusals.set(0);
        return reused;
      }
    } catch (NoSuchFileException gone) {
      // Another gateway took or removed it: the next look says so.
    }
    refusals.incrementAndGet();
    replaced.refuse(spare);
    return null;
  }

  private boolean isPossible(NativeFiles system, ThreadLocation location) throws IOException {
    StateFolder stateFolder = location.stateFolder();
    if (refused.contains(stateFolder)) {
      return false;
    }
    Boolean known = alike.get(stateFolder);
    if (known == null) {
      known = !system.hasAttribute(guard.flat().folder(location), INHERITED_RIGHTS);
      alike.put(stateFolder, known);
    }
    return known;
  }

  /**
   * Exchanges the names, under the thread's lock.
   *
   * @param like what the successor was made like
   * @param announce is called right before
   * @param folders closed by the caller
   * @return false, with nothing done, when another program wrote first, or changed who may
   */
  boolean place(Prepared prepared, NativeStatus like, Runnable announce, OpenFolders folders)
      throws IOException {
    ThreadLocation location = prepared.before().location();
    NativeFiles system = Objects.requireNonNull(guard.flat().system(location));
    try {
      int stateFolder = folders.folder(system, location);
      if (location.layout() != ThreadLayout.DIRECTORY) {
        return place(prepared, like, announce, system, stateFolder);
      }
      int folder = system.folder(stateFolder, location.name());
      try {
        return isUnchanged(prepared.before()) && place(prepared, like, announce, system, folder);
      } finally {
        system.close(folder);
      }
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return false;
    }
  }

  /** All files of a thread's folder count: another may hold a message. */
  private boolean isUnchanged(ThreadFiles before) throws IOException {
    try (OpenCopy copy = guard.open(before.location())) {
      return copy.list().equals(before);
    }
  }

  private boolean place(
      Prepared prepared, NativeStatus like, Runnable announce, NativeFiles system, int folder)
      throws IOException {
    String name = prepared.target().name();
    NativeStatus now = system.status(folder, name);
    if (!now.hasSameRights(like) || !FileStamp.of(name, now).equals(prepared.target())) {
      return false;
    }
    announce.run();
    if (!system.exchange(prepared.temporary(), folder, name)) {
      refused.add(prepared.before().location().stateFolder());
      return false;
    }
    return checked(system, folder, prepared);
  }

  /** A file that took the place since it was looked at gets it back. */
  private boolean checked(NativeFiles system, int folder, Prepared prepared) throws IOException {
    if (inode(system, prepared.temporary()) == prepared.target().inode()) {
      watch(prepared, prepared.written(), prepared.edit());
      return true;
    }
    for (int attempt = 0; attempt < TRIES; attempt++) {
      try {
        boolean _ = system.exchange(prepared.temporary(), folder, prepared.target().name());
      } catch (NoSuchFileException moved) {
        break;
      }
      if (inode(system, prepared.temporary()) == prepared.written().inode()) {
        return false;
      }
    }
    // What it says is merged like a late writer's text.
    watch(prepared, null, null);
    return false;
  }

  private static long inode(NativeFiles system, Path path) throws IOException {
    return system.status(NativeFiles.NO_FOLDER, path.toString()).inode();
  }

  private void watch(
      Prepared prepared, @Nullable FileStamp successor, @Nullable FirstFileEdit edit) {
    ReplacedFile file =
        new ReplacedFile(
            prepared.before().location().ref(), prepared.temporary(), prepared.target(), true);
    replaced.watch(file, successor, edit);
  }

  /** Deletes a successor that has not got its name; does nothing when it has. */
  void discard(Prepared prepared) throws IOException {
    try {
      if (FileStamp.of(prepared.temporary()).inode() == prepared.written().inode()) {
        replaced.remove(prepared.temporary());
      }
    } catch (NoSuchFileException gone) {
      // Nothing is left of it.
    }
  }

  /**
   * A successor that is to be written.
   *
   * @param edit made the content; null when a late text is only appended
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Unwritten(
      ThreadFiles before, FileStamp target, byte[] content, @Nullable FirstFileEdit edit) {}
}
