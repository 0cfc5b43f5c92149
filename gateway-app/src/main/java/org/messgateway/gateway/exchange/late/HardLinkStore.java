package org.messgateway.gateway.exchange.late;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names of replaced files, in {@code .gateway/replaced/<ref>~<size>-…}, so that after a crash the
 * next start can still tell which text came late. A ref that leaves no room in a file name gets a
 * folder of its own. Thread-safe.
 */
final class HardLinkStore {

  private static final Logger log = LoggerFactory.getLogger(HardLinkStore.class);

  /** Ends the ref in a name; {@link ReplacedFileName} does not contain it. */
  private static final char REF_END = '~';

  /** Bytes: a file name has 255 at most. */
  private static final int LONGEST_REF = 190;

  private final ExchangeDirectory exchange;
  private final Path folder;
  private final InstantSource clock;
  private final AtomicBoolean warned = new AtomicBoolean();

  /** Receives one link. */
  @FunctionalInterface
  interface Visitor {
    void visit(Ref ref, Path kept, ReplacedFileName name) throws IOException;
  }

  HardLinkStore(ExchangeDirectory exchange, InstantSource clock) {
    this.exchange = exchange;
    this.folder = exchange.gatewayFolder("replaced");
    this.clock = clock;
  }

  /** The folder of the links. */
  Path folder() {
    return folder;
  }

  /**
   * Links a file. Where the file system has no hard links, none is made and one warning is logged.
   *
   * @return empty, with nothing done, when another file has the path by now: Java links by path
   */
  synchronized Optional<ReplacedFile> link(Ref ref, Path path, FileStamp stamp, boolean firstFile)
      throws IOException {
    try {
      Path kept = newName(ref, stamp, firstFile);
      makeFolder();
      Files.createLink(kept, path);
      ReplacedFile file = new ReplacedFile(ref, kept, stamp, firstFile);
      if (FileStamp.of(kept).inode() == stamp.inode()) {
        return Optional.of(file);
      }
      unlink(kept);
      return Optional.empty();
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      if (warned.compareAndSet(false, true)) {
        log.warn(
            "Files of this exchange cannot be kept by a second name ({}). What a program without"
                + " locks writes in the same moment as the gateway could be lost.",
            e.toString());
      }
      return Optional.of(new ReplacedFile(ref, null, stamp, firstFile));
    }
  }

  /** Makes the folder of the links where it is missing. */
  void makeFolder() throws IOException {
    Path _ = exchange.make(folder);
  }

  /** An unused name for a file that is replaced; the folder of the links may be missing. */
  Path newName(Ref ref, FileStamp stamp, boolean firstFile) throws IOException {
    return name(
        ref, new ReplacedFileName(stamp.size(), firstFile, stamp.inode(), clock.instant()).text());
  }

  /** A folder for each link would cost more than the link itself. */
  private Path name(Ref ref, String rest) throws IOException {
    boolean fits = ref.value().getBytes(UTF_8).length <= LONGEST_REF;
    return fits
        ? folder.resolve(ref.value() + REF_END + rest)
        : exchange.make(folder.resolve(ref.value())).resolve(rest);
  }

  /** Removes a link. */
  synchronized void unlink(Path kept) throws IOException {
    Files.deleteIfExists(kept);
    Path own = kept.getParent();
    if (own != null && !own.equals(folder)) {
      deleteIfEmpty(own);
    }
  }

  /** Removes a ref's folder when it is empty. */
  private static void deleteIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      log.trace("{} is still needed", folder);
    }
  }

  /** Finds all links, also those of other gateways. */
  void find(Visitor visitor) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path path : all) {
        find(path, visitor);
      }
    }
  }

  private static void find(Path path, Visitor visitor) throws IOException {
    String name = path.getFileName().toString();
    int end = name.lastIndexOf(REF_END);
    boolean folder = Files.isDirectory(path);
    Optional<Ref> ref = Ref.of(folder || end < 0 ? name : name.substring(0, end));
    if (ref.isPresent() && folder) {
      findInFolder(ref.get(), path, visitor);
    } else if (ref.isPresent() && end > 0) {
      find(ref.get(), path, name.substring(end + 1), visitor);
    }
  }

  private static void findInFolder(Ref ref, Path folder, Visitor visitor) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path kept : files) {
        find(ref, kept, kept.getFileName().toString(), visitor);
      }
    }
    deleteIfEmpty(folder);
  }

  private static void find(Ref ref, Path kept, String text, Visitor visitor) throws IOException {
    Optional<ReplacedFileName> name = ReplacedFileName.of(text);
    if (name.isPresent()) {
      visitor.visit(ref, kept, name.get());
    }
  }
}
