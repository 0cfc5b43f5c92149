package org.messgateway.gateway.exchange.remote;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.messgateway.api.mess.ThreadStatus;

/** Messages of a server's thread that the copy lacks, and their authors. */
final class NewRemoteMessages {

  private final RemoteThread thread;
  private final OriginMac originMac;
  private final SyncState syncState;
  private final List<RemoteThread.Message> fresh;
  private final Set<String> gateways;

  NewRemoteMessages(RemoteThread thread, OriginMac originMac, SyncState syncState) {
    this.thread = thread;
    this.originMac = originMac;
    this.syncState = syncState;
    List<RemoteThread.Message> all = thread.messages();
    int first = Math.min(Math.max(syncState.messages(), superseded()), all.size());
    this.fresh =
        IntStream.range(first, all.size())
            .filter(number -> !isRecordOfNext(number))
            .mapToObj(all::get)
            .toList();
    this.gateways =
        all.stream()
            .filter(message -> origin(message).isPresent())
            .map(RemoteThread.Message::actor)
            .collect(Collectors.toSet());
  }

  /**
   * Whether a message is the server's own record of the status that came with the next one: servers
   * that keep files add one, in the name of the key, which would claim the thread for the key.
   */
  private boolean isRecordOfNext(int number) {
    List<RemoteThread.Message> all = thread.messages();
    RemoteThread.Message message = all.get(number);
    if (number + 1 == all.size()
        || message.entries().size() != 1
        || !message.actor().equals(all.get(number + 1).actor())
        || origin(message).isPresent()) {
      return false;
    }
    return origin(all.get(number + 1))
        .flatMap(next -> RemoteEntries.assigned(next.edit(), "status"))
        .flatMap(ThreadStatus::of)
        .filter(status -> RemoteEntries.codes(message).equals(List.of(status)))
        .isPresent();
  }

  /** In the server's order. */
  List<RemoteThread.Message> all() {
    return fresh;
  }

  /** Origin of a message that a gateway sent; empty for messages of others. */
  Optional<MessageOrigin> origin(RemoteThread.Message message) {
    return originMac.open(thread.ref(), message);
  }

  /** Whether gateways use a key of that name. */
  boolean isGateway(String actor) {
    return gateways.contains(actor);
  }

  boolean claimedBy(String actor) {
    return fresh.stream()
        .anyMatch(message ->
            message.actor().equals(actor)
                && RemoteEntries.codes(message).contains(ThreadStatus.CLAIMED));
  }

  /** Author of the last message that no gateway sent and that holds no request. */
  Optional<String> lastAuthor() {
    return fresh.stream()
        .filter(message -> origin(message).isEmpty())
        .filter(message -> !RemoteEntries.hasIntent(message))
        .reduce((_, later) -> later)
        .map(RemoteThread.Message::actor);
  }

  /** Ids of messages of gateways that the copy holds. */
  Set<String> knownIds() {
    Set<String> ids = new HashSet<>();
    thread.messages().stream()
        .limit(syncState.messages())
        .map(this::origin)
        .forEach(messageOrigin -> messageOrigin.ifPresent(each -> ids.add(each.id())));
    return ids;
  }

  /** The server's form of a request has fewer fields than the gateway's entry beside it. */
  private int superseded() {
    List<RemoteThread.Message> all = thread.messages();
    return all.size() > 1
            && RemoteEntries.hasIntent(all.get(1))
            && all.get(0).actor().equals(all.get(1).actor())
            && origin(all.get(1)).isPresent()
        ? 1
        : 0;
  }
}
