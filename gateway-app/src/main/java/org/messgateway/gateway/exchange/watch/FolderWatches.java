package org.messgateway.gateway.exchange.watch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories whose events the system reports: the root, state folders, and the folders of
 * unfinished threads up to the limit; beyond it the least active one is dropped.
 *
 * <p>Used by the watcher's thread; only {@link #close} may be called by others.
 */
public final class FolderWatches implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(FolderWatches.class);
  private final ExchangeDirectory exchange;
  private final @Nullable FolderEvents events;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<Object, WatchTarget> byKey = new HashMap<>();
  private final LinkedHashMap<WatchTarget, Registration> registrations = new LinkedHashMap<>();
  private int limit;
  private int threadFolders;

  /** Holds the directory's file key, because a name can come to stand for another directory. */
  private record Registration(Object key, @Nullable Object directory) {}

  public FolderWatches(ExchangeDirectory exchange, int limit) {
    this(exchange, limit, open(exchange));
  }

  /**
   * @param events null where the system tells none
   */
  FolderWatches(ExchangeDirectory exchange, int limit, @Nullable FolderEvents events) {
    this.exchange = exchange;
    this.limit = limit;
    this.events = events;
  }

  /** Null without events: then all changes are found by comparison. */
  private static @Nullable FolderEvents open(ExchangeDirectory exchange) {
    try {
      return FolderEvents.of(exchange.root());
    } catch (IOException e) {
      log.warn(
          "The system tells no events ({}): new threads are found every few seconds only. Raise"
              + " fs.inotify.max_user_instances.",
          e.getMessage());
      return null;
    }
  }

  /** Whether the system reports events. */
  boolean hasEvents() {
    return events != null;
  }

  /**
   * Waits for events and passes on those that are there.
   *
   * @return whether there were any
   * @throws ClosedWatchServiceException after {@link #close}
   */
  boolean poll(Duration atMost, FolderEvents.Receiver receiver) throws InterruptedException {
    if (events != null) {
      return events.poll(atMost, receiver);
    }
    pause(atMost);
    return false;
  }

  /**
   * Lets events gather.
   *
   * @throws ClosedWatchServiceException after {@link #close}
   */
  void pause(Duration time) throws InterruptedException {
    if (closed.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new ClosedWatchServiceException();
    }
  }

  /** The target of a key, which becomes the most recently active one; null for a cancelled key. */
  @Nullable WatchTarget of(Object key) {
    WatchTarget target = byKey.get(key);
    if (target instanceof WatchTarget.ThreadFolderTarget) {
      markActive(target);
    }
    return target;
  }

  private void markActive(WatchTarget target) {
    Registration registration = registrations.get(target);
    if (registration != null) {
      registrations.putLast(target, registration);
    }
  }

  boolean watches(WatchTarget target) {
    return registrations.containsKey(target);
  }

  /** Number of threads' folders that are watched. */
  int threadFolders() {
    return threadFolders;
  }

  int limit() {
    return limit;
  }

  /**
   * Watches the root or a state folder; again where its name stands for another directory.
   *
   * @return whether the watch is new, so that the folder must be listed
   */
  boolean watchAgain(WatchTarget target) throws IOException {
    Registration registration = registrations.get(target);
    if (registration != null && isCurrent(target, registration)) {
      return false;
    }
    forget(target);
    return register(target);
  }

  private boolean isCurrent(WatchTarget target, Registration registration) throws IOException {
    try {
      return events != null
          && events.isWatched(registration.key())
          && Objects.equals(registration.directory(), directory(target.path(exchange)));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static @Nullable Object directory(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /**
   * Watches a thread's folder. Earlier watches of the thread, or of that directory, are cancelled:
   * a moved folder keeps reporting its old path.
   *
   * @return whether the folder is watched
   */
  boolean watch(ThreadLocation location) throws IOException {
    for (StateFolder stateFolder : StateFolder.all()) {
      forget(
          new WatchTarget.ThreadFolderTarget(
              new ThreadLocation(stateFolder, location.ref(), ThreadLayout.DIRECTORY)));
    }
    if (limit <= 0 || !Files.isDirectory(location.in(exchange.root()), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (threadFolders >= limit) {
      forgetLeastActive();
    }
    return register(new WatchTarget.ThreadFolderTarget(location));
  }

  private boolean register(WatchTarget target) throws IOException {
    return events != null && register(target, events);
  }

  private boolean register(WatchTarget target, FolderEvents told) throws IOException {
    try {
      Path path = target.path(exchange);
      Object directory = directory(path);
      Object key = told.watch(path);
      WatchTarget former = byKey.get(key);
      if (former != null) {
        forget(former);
        key = told.watch(path);
      }
      add(target, new Registration(key, directory));
      return true;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    } catch (AccessDeniedException e) {
      if (target instanceof WatchTarget.ThreadFolderTarget) {
        // Its thread is reported as unreadable; the others are watched all the same.
        return false;
      }
      throw e;
    } catch (IOException e) {
      return limitReached(target, e);
    }
  }

  private void add(WatchTarget target, Registration registration) {
    byKey.put(registration.key(), target);
    registrations.put(target, registration);
    threadFolders += target instanceof WatchTarget.ThreadFolderTarget ? 1 : 0;
  }

  /** The system's limit counts the watches of all programs of this user. */
  private boolean limitReached(WatchTarget target, IOException e) throws IOException {
    if (!(target instanceof WatchTarget.ThreadFolderTarget)) {
      throw e;
    }
    if (limit != threadFolders) {
      log.warn(
          "Only {} folders of threads can be watched ({}); the others are compared every few"
              + " seconds. Raise fs.inotify.max_user_watches to hear of changes at once.",
          threadFolders,
          e.getMessage());
      limit = threadFolders;
    }
    return false;
  }

  private void forgetLeastActive() {
    registrations.keySet().stream()
        .filter(WatchTarget.ThreadFolderTarget.class::isInstance)
        .findFirst()
        .ifPresent(this::forget);
  }

  /** Cancels a watch, if there is one. */
  void forget(WatchTarget target) {
    Registration registration = registrations.remove(target);
    if (registration != null && events != null) {
      events.cancel(registration.key());
      byKey.remove(registration.key());
      threadFolders -= target instanceof WatchTarget.ThreadFolderTarget ? 1 : 0;
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    if (events != null) {
      events.close();
    }
  }
}
