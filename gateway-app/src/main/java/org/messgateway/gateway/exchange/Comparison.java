package org.messgateway.gateway.exchange;

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

/**
 * Compares state folders with what is known, a few threads at a time, so that events are drained in
 * between. Belongs to the watcher's thread.
 */
final class Comparison implements Closeable {

  private final ExchangeDirectory exchange;
  private final KnownThreads known;
  private final News news;
  private final Deque<StateFolder> tops;
  private final Deque<Place> gone = new ArrayDeque<>();
  private final List<Place> folders = new ArrayList<>();
  private final Set<Place> seen = new HashSet<>();
  private @Nullable DirectoryStream<Path> stream;
  private @Nullable Iterator<Path> entries;

  Comparison(
      ExchangeDirectory exchange, KnownThreads known, News news, Collection<StateFolder> tops) {
    this.exchange = exchange;
    this.known = known;
    this.news = news;
    this.tops = new ArrayDeque<>(tops);
  }

  /**
   * Goes on with a number of threads.
   *
   * @return whether it is finished
   */
  boolean step(int threads) throws IOException {
    for (int left = threads; left > 0; left--) {
      if (!next()) {
        return true;
      }
    }
    return false;
  }

  /** Folders of unfinished threads that were met. */
  List<Place> folders() {
    return folders;
  }

  private boolean next() throws IOException {
    Place missing = gone.poll();
    if (missing != null) {
      news.compare(missing);
      return true;
    }
    if (entries == null && !tops.isEmpty()) {
      open(tops.getFirst());
    }
    return !tops.isEmpty() && advance(tops.getFirst());
  }

  @SuppressWarnings("StreamResourceLeak") // Closed at the folder's end, or by close().
  private void open(StateFolder top) throws IOException {
    seen.clear();
    entries = List.<Path>of().iterator();
    if (Files.isDirectory(exchange.path(top), LinkOption.NOFOLLOW_LINKS)) {
      stream = Files.newDirectoryStream(exchange.path(top));
      entries = stream.iterator();
    }
  }

  private boolean advance(StateFolder top) throws IOException {
    Optional<String> name = nextName();
    if (name.isPresent()) {
      Place.named(top, name.get()).ifPresent(this::compare);
    } else {
      endOf(top);
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

  private void compare(Place place) {
    seen.add(place);
    boolean there = news.compare(place);
    if (there && place.form() == Form.DIRECTORY && place.top().unfinished()) {
      folders.add(place);
    }
  }

  /** What is known and was not met may be gone, or may have come only after the listing. */
  private void endOf(StateFolder top) throws IOException {
    close();
    tops.removeFirst();
    known.places().stream()
        .filter(place -> place.top().equals(top) && !seen.contains(place))
        .forEach(gone::add);
  }

  /** Leaves out the state folder it is at, whose threads stay as they are known. */
  void skip() throws IOException {
    close();
    tops.pollFirst();
  }

  /** Where it is. */
  Optional<StateFolder> at() {
    return Optional.ofNullable(tops.peekFirst());
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
