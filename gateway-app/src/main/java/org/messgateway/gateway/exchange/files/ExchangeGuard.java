package org.messgateway.gateway.exchange.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Opens the folders of threads and no others, name by name beneath the exchange's root, for reading
 * as for writing. Links that lead out of the state folders (also to the gateway's own keys) are
 * refused. A link inside them is followed by its target's own names: where it leads is read from
 * the link, and the way there is walked without links.
 */
public final class ExchangeGuard {

  private final Path root;
  private final ExchangeLimits limits;
  private final FlatThreads flat;

  /** Whether somebody puts pipes, devices or sockets into this exchange. */
  private volatile boolean pipes;

  public ExchangeGuard(ExchangeDirectory exchange, ExchangeLimits limits) {
    this.root = exchange.root();
    this.limits = limits;
    this.flat = new FlatThreads(root);
  }

  /** The short way to threads in one file. */
  public FlatThreads flat() {
    return flat;
  }

  /**
   * Opens a copy of a thread for reading, the short way where there is one.
   *
   * @throws NoSuchFileException when it does not exist (any more)
   */
  public ReadableCopy read(ThreadLocation location) throws IOException {
    FlatCopy plain = flat.open(location);
    return plain == null ? open(location) : plain;
  }

  /**
   * Opens a state folder, or a month of the archive.
   *
   * @throws NotDirectoryException when it is a link or a file
   */
  public SecureFolder open(StateFolder stateFolder) throws IOException {
    return SecureFolder.beneath(root, Path.of(stateFolder.name()));
  }

  /**
   * Opens a copy of a thread, also one whose files must not be opened.
   *
   * @throws NoSuchFileException when it does not exist (any more)
   */
  public OpenCopy open(ThreadLocation location) throws IOException {
    SecureFolder stateFolder = open(location.stateFolder());
    boolean done = false;
    try {
      OpenCopy copy =
          new OpenCopy(
              this,
              limits.maxFiles(),
              location,
              stateFolder,
              location.layout() == ThreadLayout.DIRECTORY
                  ? threadFolder(stateFolder, location.name())
                  : Optional.of(stateFolder));
      done = true;
      return copy;
    } finally {
      if (!done) {
        stateFolder.close();
      }
    }
  }

  /** Empty when the name is a link that leads out. */
  private Optional<SecureFolder> threadFolder(SecureFolder stateFolder, String name)
      throws IOException {
    try {
      return Optional.of(stateFolder.folder(name));
    } catch (NotDirectoryException e) {
      if (!stateFolder.attributes(name).isSymbolicLink()) {
        throw e;
      }
    }
    Optional<FileEntry> target = target(stateFolder, name);
    if (target.isEmpty()) {
      return Optional.empty();
    }
    try (FileEntry found = target.get()) {
      return Optional.of(found.folder().folder(found.name()));
    }
  }

  /** From now on files are opened so that a pipe in their place holds nothing up. */
  void pipeSeen() {
    pipes = true;
  }

  FileChannel read(SecureFolder folder, String name) throws IOException {
    return pipes ? folder.readWithoutWaiting(name) : folder.read(name);
  }

  /** What a link leads to; empty when that lies outside the state folders or does not exist. */
  Optional<FileEntry> target(SecureFolder folder, String link) throws IOException {
    try {
      Path target = folder.path().resolve(link).toRealPath();
      boolean inside = target.startsWith(root) && target.getNameCount() > root.getNameCount() + 1;
      return inside ? walk(root.relativize(target)) : Optional.empty();
    } catch (NoSuchFileException e) {
      // Fails again when the link itself is gone, not only its target.
      boolean _ = folder.attributes(link).isSymbolicLink();
      return Optional.empty();
    } catch (FileSystemException e) {
      // A loop of links, or a folder on the way that was swapped.
      return Optional.empty();
    }
  }

  private Optional<FileEntry> walk(Path relative) throws IOException {
    List<String> names = new ArrayList<>();
    relative.forEach(name -> names.add(name.toString()));
    Optional<StateFolder> stateFolder = StateFolder.named(names.getFirst());
    if (stateFolder.isEmpty()) {
      return Optional.empty();
    }
    SecureFolder folder = open(stateFolder.get());
    for (String name : names.subList(1, names.size() - 1)) {
      try (SecureFolder outer = folder) {
        folder = outer.folder(name);
      }
    }
    return Optional.of(new FileEntry(folder, names.getLast(), false));
  }
}
