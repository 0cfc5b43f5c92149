package org.messgateway.gateway.exchange.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;

/** Events as Java's own service tells them, on all systems. A folder is its {@link WatchKey}. */
final class WatchServiceEvents implements FolderEvents {

  private static final WatchEvent.Kind<?>[] KINDS = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  private final WatchService service;

  WatchServiceEvents(WatchService service) {
    this.service = service;
  }

  @Override
  public Object watch(Path folder) throws IOException {
    return folder.register(service, KINDS);
  }

  @Override
  public void cancel(Object folder) {
    ((WatchKey) folder).cancel();
  }

  @Override
  public boolean isWatched(Object folder) {
    return ((WatchKey) folder).isValid();
  }

  @Override
  public boolean poll(Duration atMost, Receiver receiver) throws InterruptedException {
    WatchKey key = service.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
    if (key == null) {
      return false;
    }
    for (WatchEvent<?> event : key.pollEvents()) {
      if (event.kind().equals(StandardWatchEventKinds.OVERFLOW)) {
        receiver.lost();
      } else if (event.context() instanceof Path name) {
        boolean created = event.kind().equals(StandardWatchEventKinds.ENTRY_CREATE);
        receiver.changed(key, name.toString(), created, WriteEvent.NONE);
      }
    }
    if (!key.reset()) {
      receiver.gone(key);
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
