package org.messgateway.gateway.exchange;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second names by which replaced files are kept. They lie in {@code
 * .gateway/replaced/<ref>~<size>-…}, so that after a crash the next start can still tell what came
 * late; those of a ref that leaves no room in a file's name in a folder of the ref's name.
 * Thread-safe.
 */
final class SecondNames {

  private static final Logger log = LoggerFactory.getLogger(SecondNames.class);

  /** Ends the ref in a name; what follows holds none. */
  private static final char REF_END = '~';

  /** In bytes: a file's name has 255 at most. */
  private static final int LONGEST_REF = 200;

  private final ExchangeDirectory exchange;
  private final InstantSource clock;
  private final AtomicBoolean told = new AtomicBoolean();

  /** Gets to know one file that is kept. */
  @FunctionalInterface
  interface Finder {
    void found(Ref ref, Path kept, KeptName name) throws IOException;
  }

  SecondNames(ExchangeDirectory exchange, InstantSource clock) {
    this.exchange = exchange;
    this.clock = clock;
  }

  /** Where they lie. */
  Path folder() {
    return exchange.own("replaced");
  }

  /** Gives the file a second name; none, and that is told once, where the system knows no such. */
  synchronized ReplacedFile give(Ref ref, Path path, FileStamp stamp, boolean head)
      throws IOException {
    try {
      Path kept = name(ref, new KeptName(stamp.size(), head, clock.instant()).text());
      Files.createLink(kept, path);
      return new ReplacedFile(ref, kept, stamp, head);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      if (told.compareAndSet(false, true)) {
        log.warn(
            "Files of this exchange cannot be kept by a second name ({}). What a program without"
                + " locks writes in the same moment as the gateway could be lost.",
            e.toString());
      }
      return new ReplacedFile(ref, null, stamp, head);
    }
  }

  /** Making and removing a folder for each would cost more than the link itself. */
  private Path name(Ref ref, String rest) throws IOException {
    boolean fits = ref.value().getBytes(UTF_8).length <= LONGEST_REF;
    Path folder = exchange.make(fits ? folder() : folder().resolve(ref.value()));
    return folder.resolve(fits ? ref.value() + REF_END + rest : rest);
  }

  /** Takes the second name away again. */
  synchronized void take(ReplacedFile file) throws IOException {
    if (file.kept() != null) {
      Files.deleteIfExists(file.kept());
      Path folder = file.kept().getParent();
      if (folder != null && !folder.equals(folder())) {
        leave(folder);
      }
    }
  }

  /** Removes a ref's folder unless there is more in it. */
  private static void leave(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      log.trace("{} is still needed", folder);
    }
  }

  /** Finds all that there are, whoever gave them. */
  void find(Finder finder) throws IOException {
    if (!Files.isDirectory(folder())) {
      return;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder())) {
      for (Path path : all) {
        find(path, finder);
      }
    }
  }

  private static void find(Path path, Finder finder) throws IOException {
    String name = path.getFileName().toString();
    int end = name.lastIndexOf(REF_END);
    boolean folder = Files.isDirectory(path);
    Optional<Ref> ref = Ref.of(folder || end < 0 ? name : name.substring(0, end));
    if (ref.isPresent() && folder) {
      findInFolder(ref.get(), path, finder);
    } else if (ref.isPresent() && end > 0) {
      find(ref.get(), path, name.substring(end + 1), finder);
    }
  }

  private static void findInFolder(Ref ref, Path folder, Finder finder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path kept : files) {
        find(ref, kept, kept.getFileName().toString(), finder);
      }
    }
    leave(folder);
  }

  private static void find(Ref ref, Path kept, String text, Finder finder) throws IOException {
    Optional<KeptName> name = KeptName.of(text);
    if (name.isPresent()) {
      finder.found(ref, kept, name.get());
    }
  }
}
