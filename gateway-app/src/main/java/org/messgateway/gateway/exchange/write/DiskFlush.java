package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Brings files and names of an exchange to the disk, so that they survive a power cut. Chooses how:
 * one flush for a file, one for a whole file system, one shared by several threads. Thread-safe;
 * each method blocks for the time the disk takes.
 */
public final class DiskFlush {

  /** Fewer files are flushed one by one, without waiting for what other programs have written. */
  private static final int MIN_FOR_FILE_SYSTEM = 4;

  private final ExchangeDirectory exchange;
  private final Map<Path, CoalescedFlush> stateFolders = new ConcurrentHashMap<>();
  private volatile boolean searched;
  private volatile @Nullable FileSystemFlush fileSystem;

  public DiskFlush(ExchangeDirectory exchange) {
    this.exchange = exchange;
  }

  /** Flushes the contents of files: several by one flush of their file system where possible. */
  void flushContents(List<Path> files) throws IOException {
    Optional<FileSystemFlush> whole =
        files.size() < MIN_FOR_FILE_SYSTEM ? Optional.empty() : fileSystem();
    if (whole.isPresent()) {
      for (Path folder : folders(files)) {
        whole.get().flush(folder);
      }
    } else {
      for (Path file : files) {
        flush(file);
      }
    }
  }

  /** Searched at the first use, so that a start does not wait; searched twice it is the same. */
  private Optional<FileSystemFlush> fileSystem() {
    if (!searched) {
      fileSystem = FileSystemFlush.ofThisSystem().orElse(null);
      searched = true;
    }
    return Optional.ofNullable(fileSystem);
  }

  /** Flushes names; names in one folder by one flush. */
  void flushFoldersOf(List<Path> paths) throws IOException {
    for (Path folder : folders(paths)) {
      flushFolder(folder);
    }
  }

  private static Set<Path> folders(List<Path> paths) {
    return paths.stream()
        .map(Path::getParent)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Flushes a name; threads that flush the same state folder share one flush. */
  void flushFolderOf(Path path) throws IOException {
    Path folder = path.getParent();
    if (folder != null && exchange.root().equals(folder.getParent())) {
      stateFolders
          .computeIfAbsent(folder, _ -> new CoalescedFlush(() -> flushFolder(folder)))
          .flush();
    } else if (folder != null) {
      flushFolder(folder);
    }
  }

  private void flush(Path file) throws IOException {
    Path folder = exchange.root().relativize(Objects.requireNonNull(file.getParent()));
    try (SecureFolder opened = SecureFolder.beneath(exchange.root(), folder)) {
      opened.flush(String.valueOf(file.getFileName()));
    }
  }

  /** Flushes the names in a folder. Only a folder has a "."; a pipe would never be opened. */
  static void flushFolder(Path folder) throws IOException {
    BackgroundLoop.progress();
    try (FileChannel channel = FileChannel.open(folder.resolve("."), StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
