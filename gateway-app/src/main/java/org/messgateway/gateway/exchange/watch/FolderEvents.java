package org.messgateway.gateway.exchange.watch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.time.Duration;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;
import org.messgateway.gateway.home.SystemCalls;

/**
 * What the system tells of folders. Used by one thread; only {@link #close} may be called by
 * others, which ends a wait.
 */
interface FolderEvents extends Closeable {

  /** Takes what happened, on the thread that polls. */
  interface Receiver {

    /**
     * Something changed in a folder.
     *
     * @param folder as {@link #watch} gave it; it may have been cancelled meanwhile
     * @param created whether the name appeared
     * @param write what became of the file's writer, where the system tells
     */
    void changed(Object folder, String name, boolean created, WriteEvent write);

    /** The folder is gone. */
    void gone(Object folder);

    /** The system dropped events. */
    void lost();
  }

  /** The system's own where it can be called; else Java's, which costs a thread. */
  static FolderEvents of(Path root) throws IOException {
    try {
      return new Inotify(new SystemCalls());
    } catch (LinkageError notHere) {
      return new WatchServiceEvents(root.getFileSystem().newWatchService());
    }
  }

  /**
   * Watches a folder.
   *
   * @return stands for the directory: the same again as long as it is watched
   * @throws IOException {@link java.nio.file.NoSuchFileException} or {@link
   *     java.nio.file.NotDirectoryException} when there is no such folder; another one when no more
   *     can be watched
   */
  Object watch(Path folder) throws IOException;

  /** Watches it no longer; events that were told before may still come. */
  void cancel(Object folder);

  /** Whether the folder is still watched, as far as events were read. */
  boolean isWatched(Object folder);

  /**
   * Waits for events and passes on those that are there.
   *
   * @return whether there were any
   * @throws ClosedWatchServiceException after {@link #close}
   */
  boolean poll(Duration atMost, Receiver receiver) throws InterruptedException;
}
