package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.messgateway.api.mess.Folder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exchange on disk: its root, its state folders and the id that is kept in it.
 *
 * <p>Immutable; may be used by any thread.
 *
 * @param root real path
 * @param id 16 hexadecimal digits, the same for as long as the exchange lives
 */
public record ExchangeDirectory(Path root, String id) {

  private static final Logger log = LoggerFactory.getLogger(ExchangeDirectory.class);

  /** Where this gateway keeps its own things; never a thread. */
  static final String OWN = ".gateway";

  /** What an exchange may be used for. */
  public enum Access {
    /** Missing state folders and the id are created. */
    WRITE,
    /** Nothing is created. */
    READ
  }

  /**
   * Opens an exchange.
   *
   * @throws IOException when there is no such directory and none can be made, or its id is damaged;
   *     says what to do
   */
  public static ExchangeDirectory open(Path path, Access access) throws IOException {
    if (access == Access.WRITE) {
      Files.createDirectories(path);
    }
    Path root = path.toRealPath();
    if (!Files.isDirectory(root)) {
      throw new IOException(
          "The exchange " + root + " is not a directory; set exchange.path to one.");
    }
    if (access == Access.WRITE) {
      createFolders(root);
    }
    return new ExchangeDirectory(root, new ExchangeId(root).get(access));
  }

  private static void createFolders(Path root) {
    for (Folder folder : Folder.values()) {
      try {
        Files.createDirectories(root.resolve(folder.directory()));
      } catch (IOException e) {
        // Threads can still be read and delivered, so this is no reason to stop.
        log.warn(
            "Cannot create {} in the exchange {}: {}. Make the exchange writable for this user.",
            folder.directory(),
            root,
            e.toString());
      }
    }
  }

  /** Path of a state folder, there or not. */
  Path path(StateFolder top) {
    return root.resolve(top.name());
  }

  /** The state folders that are there now and lie in the exchange. */
  public List<StateFolder> folders() {
    return StateFolder.all().stream().filter(this::own).toList();
  }

  /** A folder that is a link leads out of the exchange, or is a second name of one we list. */
  private boolean own(StateFolder top) {
    return Files.isDirectory(path(top), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Whether the exchange is there: not where its disk was taken away and an empty mount point is
   * left.
   */
  public boolean present() {
    return Files.isReadable(root) && !folders().isEmpty();
  }

  /**
   * Makes a folder in the exchange where it is missing, but never the exchange itself: what stood
   * under an empty mount point would be taken for an exchange that has lost all its threads.
   *
   * @throws NoSuchFileException when the exchange is not there
   */
  Path make(Path folder) throws IOException {
    // Asked first, since creating what is there costs an exception.
    if (!Files.isDirectory(folder)) {
      if (!present()) {
        throw new NoSuchFileException(root.toString(), null, "the exchange is not there");
      }
      makeFromRoot(folder);
    }
    return folder;
  }

  private void makeFromRoot(Path folder) throws IOException {
    Path step = root;
    for (Path name : root.relativize(folder)) {
      step = step.resolve(name);
      try {
        Files.createDirectory(step);
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(step)) {
          throw e;
        }
      }
    }
  }

  /** A directory for what this gateway writes beside the threads. */
  Path own(String name) {
    return root.resolve(OWN).resolve(name);
  }
}
