package org.messgateway.gateway.exchange.remote;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.read.ExchangeFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches the attachments that a new thread names, for its copy. */
final class RemoteFiles {

  private static final Logger log = LoggerFactory.getLogger(RemoteFiles.class);
  private static final int MOST = 20;

  private final RemoteClient client;

  RemoteFiles(RemoteClient client) {
    this.client = client;
  }

  /**
   * Attachments that the server returns. A missing attachment of an answer is logged only.
   *
   * @throws RemoteException when an attachment of the request is missing: no executor can do the
   *     task without it
   */
  Map<String, byte[]> named(RemoteThread thread) throws RemoteException {
    Set<String> asked = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    thread
        .messages()
        .forEach(
            message -> collect(message.mess(), RemoteEntries.hasIntent(message) ? asked : others));
    others.removeAll(asked);
    Map<String, byte[]> files = new HashMap<>();
    for (String name : asked.stream().limit(MOST).toList()) {
      files.put(name, needed(thread.ref(), name));
    }
    others.stream()
        .limit(MOST - files.size())
        .forEach(name -> fetch(thread.ref(), name).ifPresent(file -> files.put(name, file)));
    return files;
  }

  private byte[] needed(Ref ref, String name) throws RemoteException {
    try {
      return client.attachment(ref, name);
    } catch (RemoteException e) {
      throw e.reason() == RemoteException.Reason.ABSENT ? lacking(name, e) : e;
    }
  }

  private static RemoteException lacking(String name, RemoteException e) {
    return new RemoteException(
        RemoteException.Reason.LACKING,
        "it names the file %s, which its server does not have".formatted(name),
        "upload the file there, or cancel the task; all others go on",
        null,
        e);
  }

  private Optional<byte[]> fetch(Ref ref, String name) {
    try {
      return Optional.of(client.attachment(ref, name));
    } catch (RemoteException e) {
      log.warn("{} names the file {}: {}", ref, name, e.sentence());
      return Optional.empty();
    }
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
