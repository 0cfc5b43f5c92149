package org.messgateway.gateway.exchange.watch;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.files.UnfinishedWrites;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;

/**
 * Translates events of the system into changed threads and tasks of the watch session. Used by the
 * watcher's thread only.
 */
final class EventReader implements FolderEvents.Receiver {

  private final FolderWatches folders;
  private final ChangeBatcher batcher;
  private final UnfinishedWrites writes;
  private final Handler handler;
  private int events;

  /** Events that need more than a comparison of one copy. */
  interface Handler {

    /** A thread's folder appeared and should be watched. */
    void threadFolderAppeared(ThreadLocation location);

    /** A state folder, or the root, appeared or vanished. */
    void stateFoldersChanged();

    /** The system dropped events. */
    void eventsLost();
  }

  EventReader(
      FolderWatches folders, ChangeBatcher batcher, UnfinishedWrites writes, Handler handler) {
    this.folders = folders;
    this.batcher = batcher;
    this.writes = writes;
    this.handler = handler;
  }

  @Override
  public void lost() {
    events++;
    handler.eventsLost();
  }

  @Override
  public void gone(Object folder) {
    events++;
    WatchTarget target = folders.of(folder);
    if (target != null) {
      invalidated(target);
    }
  }

  @Override
  public void changed(Object folder, String name, boolean created, WriteEvent write) {
    events++;
    WatchTarget target = folders.of(folder);
    if (target != null) {
      read(target, name, created, write);
    }
  }

  /** Whether there were events since the last call, all of writes of this gateway. */
  boolean onlyOwnWrites() {
    int own = batcher.takeOwnWrites();
    boolean only = own > 0 && own == events;
    events = 0;
    return only;
  }

  private void read(WatchTarget target, String name, boolean created, WriteEvent write) {
    switch (target) {
      case WatchTarget.RootTarget() -> readRoot(name);
      case WatchTarget.StateFolderTarget(StateFolder stateFolder) ->
          readStateFolder(ThreadLocation.named(stateFolder, name).orElse(null), created, write);
      case WatchTarget.ThreadFolderTarget(ThreadLocation location) ->
          readThreadFolder(location, name, write);
    }
  }

  private void readRoot(String name) {
    if (StateFolder.named(name).isPresent()) {
      handler.stateFoldersChanged();
    }
  }

  private void readStateFolder(
      @Nullable ThreadLocation location, boolean created, WriteEvent write) {
    if (location == null) {
      return;
    }
    boolean exists = batcher.compareAfterEvent(location, created, writes.note(location, write));
    if (location.layout() != ThreadLayout.DIRECTORY) {
      return;
    }
    if (!exists) {
      folders.forget(new WatchTarget.ThreadFolderTarget(location));
    } else if (created && location.stateFolder().unfinished()) {
      handler.threadFolderAppeared(location);
    }
  }

  private void readThreadFolder(ThreadLocation location, String name, WriteEvent write) {
    if (!ThreadLocation.ignored(name)) {
      boolean document = ThreadFileName.documentNumber(name).isPresent();
      batcher.compareAfterEvent(
          location, false, document ? writes.note(location, write) : WriteEvent.NONE);
    }
  }

  /** The directory is gone, or its name stands for another one. */
  private void invalidated(WatchTarget target) {
    folders.forget(target);
    switch (target) {
      case WatchTarget.RootTarget(), WatchTarget.StateFolderTarget(_) ->
          handler.stateFoldersChanged();
      case WatchTarget.ThreadFolderTarget(ThreadLocation location) ->
          batcher.compareAfterEvent(location, false, WriteEvent.NONE);
    }
  }
}
