package org.messgateway.gateway.exchange.watch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.SeenFingerprints;

/**
 * Compares state folders with the seen fingerprints, a few threads in each step, so that events are
 * read in between. Used by the watcher's thread only.
 */
final class FolderComparison implements Closeable {

  private final ExchangeDirectory exchange;
  private final SeenFingerprints seen;
  private final ChangeBatcher batcher;
  private final Deque<StateFolder> stateFolders;
  private final Deque<ThreadLocation> gone = new ArrayDeque<>();
  private final List<ThreadLocation> folders = new ArrayList<>();
  private final Set<ThreadLocation> listed = new HashSet<>();
  private @Nullable DirectoryStream<Path> stream;
  private @Nullable Iterator<Path> entries;

  FolderComparison(
      ExchangeDirectory exchange,
      SeenFingerprints seen,
      ChangeBatcher batcher,
      Collection<StateFolder> stateFolders) {
    this.exchange = exchange;
    this.seen = seen;
    this.batcher = batcher;
    this.stateFolders = new ArrayDeque<>(stateFolders);
  }

  /**
   * Compares some more threads.
   *
   * @return whether the comparison is finished
   */
  boolean step(int threads) throws IOException {
    for (int left = threads; left > 0; left--) {
      if (!next()) {
        return true;
      }
    }
    return false;
  }

  /** Folders of unfinished threads that were listed. */
  List<ThreadLocation> folders() {
    return folders;
  }

  private boolean next() throws IOException {
    ThreadLocation missing = gone.poll();
    if (missing != null) {
      batcher.compare(missing);
      return true;
    }
    if (entries == null && !stateFolders.isEmpty()) {
      open(stateFolders.getFirst());
    }
    return !stateFolders.isEmpty() && advance(stateFolders.getFirst());
  }

  @SuppressWarnings("StreamResourceLeak") // Closed at the folder's end, or by close().
  private void open(StateFolder stateFolder) throws IOException {
    listed.clear();
    entries = List.<Path>of().iterator();
    if (Files.isDirectory(exchange.path(stateFolder), LinkOption.NOFOLLOW_LINKS)) {
      stream = Files.newDirectoryStream(exchange.path(stateFolder));
      entries = stream.iterator();
    }
  }

  private boolean advance(StateFolder stateFolder) throws IOException {
    Optional<String> name = nextName();
    if (name.isPresent()) {
      ThreadLocation.named(stateFolder, name.get()).ifPresent(this::compare);
    } else {
      endOf(stateFolder);
    }
    return true;
  }

  private Optional<String> nextName() throws IOException {
    try {
      return entries != null && entries.hasNext()
          ? Optional.of(entries.next().getFileName().toString())
          : Optional.empty();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private void compare(ThreadLocation location) {
    listed.add(location);
    boolean there = batcher.compareListed(location);
    if (there
        && location.layout() == ThreadLayout.DIRECTORY
        && location.stateFolder().unfinished()) {
      folders.add(location);
    }
  }

  /** A seen copy that was not listed is gone, or appeared after the listing. */
  private void endOf(StateFolder stateFolder) throws IOException {
    close();
    stateFolders.removeFirst();
    seen.places().stream()
        .filter(
            location -> location.stateFolder().equals(stateFolder) && !listed.contains(location))
        .forEach(gone::add);
  }

  /** Skips the current state folder; its threads stay as they were last seen. */
  void skip() throws IOException {
    close();
    stateFolders.pollFirst();
  }

  /** The current state folder. */
  Optional<StateFolder> at() {
    return Optional.ofNullable(stateFolders.peekFirst());
  }

  @Override
  public void close() throws IOException {
    entries = null;
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }
}
