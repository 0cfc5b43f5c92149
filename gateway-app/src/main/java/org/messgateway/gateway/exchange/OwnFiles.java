package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this gateway writes before it gets its real name: hidden in the state folder it will stand
 * in, so that a rename is all that is left to do. Also flushes to the disk.
 */
final class OwnFiles {

  private static final Logger log = LoggerFactory.getLogger(OwnFiles.class);
  private static final String PREFIX = ".mess-gateway-";
  private static final String SUFFIX = ".tmp";

  /** What is younger may belong to another gateway that lives. */
  private static final Duration DEAD = Duration.ofMinutes(1);

  /** Whatever else lies about unwritten need not be waited for because of so few. */
  private static final int FEW = 4;

  private final ExchangeDirectory exchange;
  private final InstantSource clock;
  private final Supplier<Optional<FileSystemFlush>> fileSystems;
  private final Map<Path, SharedFlush> shared = new ConcurrentHashMap<>();

  /**
   * @param fileSystems how a whole file system is flushed; asked again and again, empty where that
   *     cannot be
   */
  OwnFiles(
      ExchangeDirectory exchange,
      InstantSource clock,
      Supplier<Optional<FileSystemFlush>> fileSystems) {
    this.exchange = exchange;
    this.clock = clock;
    this.fileSystems = fileSystems;
  }

  /** A name in a state folder that nobody has and readers pass over. */
  Path name(StateFolder top) throws IOException {
    Path folder = exchange.make(exchange.path(top));
    long random = ThreadLocalRandom.current().nextLong();
    return folder.resolve(PREFIX + HexFormat.of().toHexDigits(random) + SUFFIX);
  }

  /**
   * Writes a file and flushes it to the disk.
   *
   * @param like whose owner and permissions it takes, so that whoever could write that can write
   *     this; null for a new file
   */
  void write(Path path, byte[] content, @Nullable Path like) throws IOException {
    try (FileChannel channel = create(path)) {
      fill(channel, path, content, like);
      channel.force(true);
    }
  }

  /** The same without the flush: {@link #flushContents} follows. */
  void writeUnflushed(Path path, byte[] content, @Nullable Path like) throws IOException {
    try (FileChannel channel = create(path)) {
      fill(channel, path, content, like);
    }
  }

  private static FileChannel create(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private static void fill(FileChannel channel, Path path, byte[] content, @Nullable Path like)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(content);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    if (like != null) {
      new FileRights(like).giveTo(path);
    }
  }

  /**
   * Brings what was written unflushed to the disk: several by one flush of their file system where
   * that is possible.
   */
  void flushContents(List<Path> files) throws IOException {
    Optional<FileSystemFlush> whole = files.size() < FEW ? Optional.empty() : fileSystems.get();
    if (whole.isPresent()) {
      for (Path folder : folders(files)) {
        whole.get().flush(folder);
      }
    } else {
      for (Path file : files) {
        flushContent(file);
      }
    }
  }

  private static void flushContent(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Makes names outlast a power cut; those of a folder by one flush. */
  void flushFoldersOf(List<Path> paths) throws IOException {
    for (Path folder : folders(paths)) {
      flush(folder);
    }
  }

  private static Set<Path> folders(List<Path> paths) {
    return paths.stream()
        .map(Path::getParent)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Copies a file and flushes the copy to the disk. */
  void copy(Path from, Path path) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long copied = 0;
      while (copied < in.size()) {
        copied += in.transferTo(copied, in.size() - copied, out);
      }
      out.force(true);
    }
  }

  /** Makes a name outlast a power cut; many in a state folder cost one flush. */
  void flushFolderOf(Path path) throws IOException {
    Path folder = path.getParent();
    if (folder != null && exchange.root().equals(folder.getParent())) {
      shared.computeIfAbsent(folder, _ -> new SharedFlush(() -> flush(folder))).flush();
    } else if (folder != null) {
      flush(folder);
    }
  }

  /** Makes names in a folder outlast a power cut. */
  void flush(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Removes what a gateway that died left in the state folders. Threads are never touched. */
  void clean() {
    for (StateFolder top : exchange.folders()) {
      try (DirectoryStream<Path> left =
          Files.newDirectoryStream(exchange.path(top), PREFIX + "*" + SUFFIX)) {
        for (Path path : left) {
          cleanIfDead(path);
        }
      } catch (IOException | DirectoryIteratorException e) {
        log.warn("Cannot clean up in {}: {}", exchange.path(top), e.toString());
      }
    }
  }

  private void cleanIfDead(Path path) throws IOException {
    Instant modified = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
    if (Duration.between(modified, clock.instant()).compareTo(DEAD) > 0) {
      delete(path);
      log.info("Removed {}, left by a gateway that died", path);
    }
  }

  /** Removes one of ours, whatever it is; nothing happens when it has its real name by now. */
  void delete(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try {
      Files.walkFileTree(path, new Deletion());
    } catch (NoSuchFileException e) {
      log.trace("{} is not there", path);
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
