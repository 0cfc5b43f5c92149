package org.messgateway.gateway.exchange.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.home.NativeFiles;
import org.messgateway.gateway.home.NativeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the copies of a thread and lists their files, without opening any. */
public final class ThreadFinder {

  private static final Logger log = LoggerFactory.getLogger(ThreadFinder.class);

  private final ExchangeDirectory exchange;
  private final ExchangeGuard guard;

  public ThreadFinder(ExchangeDirectory exchange, ExchangeGuard guard) {
    this.exchange = exchange;
    this.guard = guard;
  }

  /**
   * All locations where an entry of that ref exists, in the search order of the reference. The
   * archive is asked only where no state folder has one.
   */
  public List<ThreadLocation> places(Ref ref) {
    List<ThreadLocation> found = places(ref, exchange.folders());
    return found.isEmpty() ? archived(ref) : found;
  }

  /** Whether a thread in one file has a further name, so that it was there before this one. */
  public boolean hasOtherNames(ThreadLocation location) {
    try {
      return location.layout() != ThreadLayout.DIRECTORY
          && Files.getAttribute(
                  location.in(exchange.root()), "unix:nlink", LinkOption.NOFOLLOW_LINKS)
              instanceof Integer names
          && names > 1;
    } catch (IOException | UnsupportedOperationException cannotTell) {
      return false;
    }
  }

  /** The locations in the archive. */
  public List<ThreadLocation> archived(Ref ref) {
    try {
      return places(ref, exchange.archive());
    } catch (IOException e) {
      log.warn("Cannot look into the archive of {}: {}", exchange.root(), e.toString());
      return List.of();
    }
  }

  private List<ThreadLocation> places(Ref ref, List<StateFolder> stateFolders) {
    List<ThreadLocation> found = new ArrayList<>();
    for (StateFolder stateFolder : stateFolders) {
      for (ThreadLayout layout : ThreadLayout.values()) {
        ThreadLocation location = new ThreadLocation(stateFolder, ref, layout);
        if (exists(location)) {
          found.add(location);
        }
      }
    }
    return found;
  }

  private boolean exists(ThreadLocation location) {
    try {
      NativeFiles calls = guard.flat().system(location);
      return calls == null ? existsAnywhere(location) : exists(calls, location);
    } catch (InvalidPathException | IOException e) {
      // A ref that this file system cannot write as a name, or cannot read, has no copy here.
      return false;
    }
  }

  private boolean exists(NativeFiles calls, ThreadLocation location) throws IOException {
    NativeStatus found = calls.find(exchange.root() + "/" + location.relative());
    return found != null
        && (location.layout() != ThreadLayout.DIRECTORY
            || found.isFolder()
            || (!found.isRegular() && existsAnywhere(location)));
  }

  /** The same by Java's own means, which follow a link. */
  private boolean existsAnywhere(ThreadLocation location) throws IOException {
    Path path = location.in(exchange.root());
    BasicFileAttributes found = attributesIfExists(path);
    return found != null
        && (location.layout() != ThreadLayout.DIRECTORY
            || found.isDirectory()
            || (found.isSymbolicLink() && Files.isDirectory(path)));
  }

  /** One system call. A missing file, the usual case, costs no exception. */
  private static @Nullable BasicFileAttributes attributesIfExists(Path path) throws IOException {
    return path.getFileSystem()
        .provider()
        .readAttributesIfExists(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** For copies that are looked at one after the other; the caller closes it soon. */
  public OpenFolders openFolders() {
    return guard.flat().openFolders();
  }

  /**
   * Lists the files of one copy.
   *
   * @throws NoSuchFileException when the copy does not exist (any more)
   */
  public ThreadFiles list(ThreadLocation location) throws IOException {
    try (OpenFolders folders = openFolders()) {
      FileStamp plain = folders.stamp(location);
      if (plain != null) {
        return new ThreadFiles(location, List.of(plain), null);
      }
    }
    try (OpenCopy copy = guard.open(location)) {
      return copy.list();
    }
  }

  /** Whether a copy has that fingerprint. No file is opened. */
  public boolean has(ThreadLocation location, Fingerprint fingerprint) throws IOException {
    return guard.flat().has(location, fingerprint)
        || fingerprint(location).filter(fingerprint::equals).isPresent();
  }

  /** Fingerprint of one copy; empty when the location holds nothing that can be a thread. */
  public Optional<Fingerprint> fingerprint(ThreadLocation location) throws IOException {
    try {
      return Optional.of(list(location).fingerprint());
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (RefusedFileException e) {
      // The copy exists. Reading it reports the refusal.
      return Optional.of(Fingerprint.EMPTY);
    }
  }
}
