package org.messgateway.gateway.exchange.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.home.NativeFiles;
import org.messgateway.gateway.home.NativeStatus;

/**
 * The short way to threads in one plain file, and to the first file of a folder, by the system's
 * own calls. It answers only where nothing is unusual: links, pipes, refusals, errors, other
 * systems and names that are not ASCII are the business of {@link OpenCopy}, which says what is
 * wrong. Thread-safe.
 */
public final class FlatThreads {

  /** Uses that are worth a fifth of a second of preparation. */
  private static final int WORTH_IT = 32;

  /** Property that is set where no use is to go the long way first: in tests of the program. */
  private static final String AT_ONCE = "mess.system-calls.at-once";

  private final Path root;
  private final boolean fits;
  private final AtomicInteger uses = new AtomicInteger();
  private volatile @Nullable NativeFiles system;

  FlatThreads(Path root) {
    this.root = root;
    this.fits = NativeFiles.fits(root.toString());
    if (Boolean.getBoolean(AT_ONCE)) {
      prepare();
    }
  }

  /** Prepares the short way, once it has been asked for often enough. Takes a while. */
  public void prepareIfUsed() {
    if (uses.get() >= WORTH_IT) {
      prepare();
    }
  }

  /**
   * Prepares the short way where the system has it. Takes a while. A virtual thread holds its
   * carrier during such a call, so there is none where the disk may be away.
   */
  public void prepare() {
    if (system == null && fits && LocalFileSystem.of(root)) {
      system = NativeFiles.ofThisSystem().orElse(null);
      uses.set(Integer.MIN_VALUE);
    }
  }

  /** The system's calls; null where a thread in one file is not reached by them, or it has more. */
  @Nullable NativeFiles systemOfFile(ThreadLocation location) {
    if (system == null) {
      uses.incrementAndGet();
    }
    return location.layout() == ThreadLayout.DIRECTORY ? null : system(location);
  }

  /** The system's calls; null where a thread, or its folder, is not reached by them. */
  public @Nullable NativeFiles system(ThreadLocation location) {
    NativeFiles found = system;
    return found != null
            && !location.stateFolder().inArchive()
            && NativeFiles.fits(location.ref().value())
        ? found
        : null;
  }

  /** Path of the state folder of a thread. */
  public Path folder(ThreadLocation location) {
    return root.resolve(location.stateFolder().name());
  }

  /** For threads that are looked at or replaced one after the other; the caller closes it soon. */
  public OpenFolders openFolders() {
    return new OpenFolders(this, System::nanoTime);
  }

  /** Opens a thread for reading; null where it is not so simple. */
  @Nullable FlatCopy open(ThreadLocation location) {
    NativeFiles calls = systemOfFile(location);
    if (calls == null) {
      return null;
    }
    try {
      int folder = calls.folder(folder(location));
      FlatCopy copy = null;
      try {
        copy = FlatCopy.of(calls, location, folder, false);
        return copy;
      } finally {
        if (copy == null) {
          calls.close(folder);
        }
      }
    } catch (IOException notSimple) {
      return null;
    }
  }

  /**
   * Whether a thread's file certainly has that fingerprint, by one call. Its state folder is not
   * opened: nothing is read, and a file elsewhere that looks the same says nothing new.
   */
  boolean has(ThreadLocation location, Fingerprint fingerprint) {
    NativeFiles calls = systemOfFile(location);
    if (calls == null) {
      return false;
    }
    try {
      NativeStatus found = calls.status(NativeFiles.NO_FOLDER, location.in(root).toString());
      return found.isRegular()
          && found.inode() == fingerprint.inode()
          && found.size() == fingerprint.size()
          && new Fingerprint(found.inode(), found.size(), found.modified()).equals(fingerprint);
    } catch (IOException notSimple) {
      return false;
    }
  }
}
