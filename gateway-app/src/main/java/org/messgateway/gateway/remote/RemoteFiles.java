package org.messgateway.gateway.remote;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches the files that a new thread names, so that they lie beside its copy. */
final class RemoteFiles {

  private static final Logger log = LoggerFactory.getLogger(RemoteFiles.class);
  private static final int MOST = 20;

  private final RemoteClient client;

  RemoteFiles(RemoteClient client) {
    this.client = client;
  }

  /** Those that the server hands out; one that it does not have is told in the log. */
  Map<String, byte[]> named(RemoteThread thread) {
    Set<String> names = new TreeSet<>();
    thread.messages().forEach(message -> collect(message.mess(), names));
    Map<String, byte[]> files = new HashMap<>();
    names.stream()
        .limit(MOST)
        .forEach(name -> {
          try {
            files.put(name, client.attachment(thread.ref(), name));
          } catch (RemoteException e) {
            log.warn("{} names the file {}: {}", thread.ref(), name, e.sentence());
          }
        });
    return files;
  }

  private static void collect(@Nullable Object value, Set<String> names) {
    switch (value) {
      case Map<?, ?> map -> {
        if (map.get("file") instanceof String name && ExchangeFiles.mayBeOne(name)) {
          names.add(name);
        }
        map.values().forEach(each -> collect(each, names));
      }
      case Collection<?> list -> list.forEach(each -> collect(each, names));
      case null, default -> {}
    }
  }
}
