package org.messgateway.gateway.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of which the system tells us events: root, state folders, and the folders of
 * unfinished threads as far as the limit goes, where the longest quiet gives way.
 *
 * <p>Belongs to the watcher's thread; only {@link #close} may be called by others.
 */
final class FolderWatch implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(FolderWatch.class);
  private static final WatchEvent.Kind<?>[] KINDS = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  private final ExchangeDirectory exchange;
  private final @Nullable WatchService service;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<WatchKey, Watched> byKey = new HashMap<>();
  private final LinkedHashMap<Watched, Registration> registrations = new LinkedHashMap<>();
  private int limit;
  private int inside;

  /** With the directory's own key: a name may come to stand for another directory. */
  private record Registration(WatchKey key, @Nullable Object directory) {}

  FolderWatch(ExchangeDirectory exchange, int limit) {
    this.exchange = exchange;
    this.limit = limit;
    this.service = open(exchange);
  }

  /** Without events there is still comparing. */
  private static @Nullable WatchService open(ExchangeDirectory exchange) {
    try {
      return exchange.root().getFileSystem().newWatchService();
    } catch (IOException e) {
      log.warn(
          "The system tells no events ({}): new threads are found every few seconds only. Raise"
              + " fs.inotify.max_user_instances.",
          e.getMessage());
      return null;
    }
  }

  /** Whether there are events at all. */
  boolean hears() {
    return service != null;
  }

  /**
   * The next directory with events; empty when there was none in that time.
   *
   * @throws ClosedWatchServiceException when this was closed
   */
  Optional<WatchKey> poll(Duration atMost) throws InterruptedException {
    if (service != null) {
      return Optional.ofNullable(service.poll(atMost.toNanos(), TimeUnit.NANOSECONDS));
    }
    if (closed.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new ClosedWatchServiceException();
    }
    return Optional.empty();
  }

  /** What a key stands for, which then counts as the latest active; empty for a cancelled one. */
  Optional<Watched> of(WatchKey key) {
    Optional<Watched> watched = Optional.ofNullable(byKey.get(key));
    watched.ifPresent(this::active);
    return watched;
  }

  private void active(Watched watched) {
    Registration registration = registrations.get(watched);
    if (registration != null) {
      registrations.putLast(watched, registration);
    }
  }

  boolean watches(Watched watched) {
    return registrations.containsKey(watched);
  }

  /** How many threads' folders are watched. */
  int inside() {
    return inside;
  }

  int limit() {
    return limit;
  }

  /**
   * Watches the root or a state folder, anew where its name stands for another directory by now.
   *
   * @return whether it is watched only from now on, so that it must be listed
   */
  boolean watchAgain(Watched watched) throws IOException {
    Registration registration = registrations.get(watched);
    if (registration != null && current(watched, registration)) {
      return false;
    }
    forget(watched);
    return register(watched);
  }

  private boolean current(Watched watched, Registration registration) throws IOException {
    try {
      return registration.key().isValid()
          && Objects.equals(registration.directory(), directory(watched.path(exchange)));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static @Nullable Object directory(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /**
   * Watches a thread's folder. A folder that was moved keeps reporting its old path, so what was
   * watched of that thread, or of that directory, is cancelled first.
   *
   * @return whether it is watched now
   */
  boolean watch(Place place) throws IOException {
    for (StateFolder top : StateFolder.all()) {
      forget(new Watched.Inside(new Place(top, place.ref(), Form.DIRECTORY)));
    }
    if (limit <= 0 || !Files.isDirectory(place.in(exchange.root()), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (inside >= limit) {
      forgetQuietest();
    }
    return register(new Watched.Inside(place));
  }

  private boolean register(Watched watched) throws IOException {
    return service != null && register(watched, service);
  }

  private boolean register(Watched watched, WatchService service) throws IOException {
    try {
      Path path = watched.path(exchange);
      Object directory = directory(path);
      WatchKey key = path.register(service, KINDS);
      Watched former = byKey.get(key);
      if (former != null) {
        forget(former);
        key = path.register(service, KINDS);
      }
      add(watched, new Registration(key, directory));
      return true;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    } catch (IOException e) {
      return refused(watched, e);
    }
  }

  private void add(Watched watched, Registration registration) {
    byKey.put(registration.key(), watched);
    registrations.put(watched, registration);
    inside += watched instanceof Watched.Inside ? 1 : 0;
  }

  /** The system's limit is shared with every other program of this user. */
  private boolean refused(Watched watched, IOException e) throws IOException {
    if (!(watched instanceof Watched.Inside)) {
      throw e;
    }
    if (limit != inside) {
      log.warn(
          "Only {} folders of threads can be watched ({}); the others are compared every few"
              + " seconds. Raise fs.inotify.max_user_watches to hear of changes at once.",
          inside,
          e.getMessage());
      limit = inside;
    }
    return false;
  }

  private void forgetQuietest() {
    registrations.keySet().stream()
        .filter(Watched.Inside.class::isInstance)
        .findFirst()
        .ifPresent(this::forget);
  }

  /** Stops watching; nothing happens when it was not watched. */
  void forget(Watched watched) {
    Registration registration = registrations.remove(watched);
    if (registration != null) {
      registration.key().cancel();
      byKey.remove(registration.key());
      inside -= watched instanceof Watched.Inside ? 1 : 0;
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    if (service != null) {
      service.close();
    }
  }
}
