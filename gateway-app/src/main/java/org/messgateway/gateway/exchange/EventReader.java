package org.messgateway.gateway.exchange;

import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;

/** Turns the system's events into news. Belongs to the watcher's thread. */
final class EventReader {

  private final FolderWatch folders;
  private final News news;
  private final Found found;

  /** What events ask of the watcher. */
  interface Found {

    /** A thread's folder appeared, which should be watched. */
    void folder(Place place);

    /** State folders, or the root itself, came or went. */
    void structure();

    /** Events were lost. */
    void overflow();
  }

  EventReader(FolderWatch folders, News news, Found found) {
    this.folders = folders;
    this.news = news;
    this.found = found;
  }

  /** Reads all events of one key and makes it ready for more. */
  void read(WatchKey key) {
    folders.of(key).ifPresent(watched -> key.pollEvents().forEach(event -> read(watched, event)));
    if (!key.reset()) {
      folders.of(key).ifPresent(this::invalid);
    }
  }

  private void read(Watched watched, WatchEvent<?> event) {
    if (event.kind().equals(StandardWatchEventKinds.OVERFLOW)) {
      found.overflow();
    } else if (event.context() instanceof Path name) {
      read(watched, name.toString(), event.kind().equals(StandardWatchEventKinds.ENTRY_CREATE));
    }
  }

  private void read(Watched watched, String name, boolean created) {
    switch (watched) {
      case Watched.Root() -> readRoot(name);
      case Watched.Top(StateFolder top) ->
          Place.named(top, name).ifPresent(place -> readTop(place, created));
      case Watched.Inside(Place place) -> readInside(place, name);
    }
  }

  private void readRoot(String name) {
    if (StateFolder.named(name).isPresent()) {
      found.structure();
    }
  }

  private void readTop(Place place, boolean created) {
    boolean there = news.event(place);
    if (place.form() != Form.DIRECTORY) {
      return;
    }
    if (!there) {
      folders.forget(new Watched.Inside(place));
    } else if (created && place.top().unfinished()) {
      found.folder(place);
    }
  }

  private void readInside(Place place, String name) {
    if (!Place.ignored(name)) {
      news.event(place);
    }
  }

  /** The directory is gone, or what is under its name is another one. */
  private void invalid(Watched watched) {
    folders.forget(watched);
    switch (watched) {
      case Watched.Root(), Watched.Top(_) -> found.structure();
      case Watched.Inside(Place place) -> news.event(place);
    }
  }
}
