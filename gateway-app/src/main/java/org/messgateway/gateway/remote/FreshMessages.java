package org.messgateway.gateway.remote;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.api.mess.ThreadStatus;

/** What of a server's thread the copy does not hold yet, and who speaks there. */
final class FreshMessages {

  private final RemoteThread thread;
  private final Seal seal;
  private final Seen seen;
  private final List<RemoteThread.Message> fresh;
  private final Set<String> gateways;

  FreshMessages(RemoteThread thread, Seal seal, Seen seen) {
    this.thread = thread;
    this.seal = seal;
    this.seen = seen;
    List<RemoteThread.Message> all = thread.messages();
    this.fresh =
        all.subList(Math.min(Math.max(seen.messages(), superseded()), all.size()), all.size());
    this.gateways =
        all.stream()
            .filter(message -> ours(message).isPresent())
            .map(RemoteThread.Message::actor)
            .collect(Collectors.toSet());
  }

  /** In the server's order. */
  List<RemoteThread.Message> all() {
    return fresh;
  }

  /** What a gateway said by it; empty when it is another's. */
  Optional<Said> ours(RemoteThread.Message message) {
    return seal.open(thread.ref(), message);
  }

  /** Whether gateways speak under that name. */
  boolean isGateway(String actor) {
    return gateways.contains(actor);
  }

  boolean claimedBy(String actor) {
    return fresh.stream()
        .anyMatch(message ->
            message.actor().equals(actor) && Entries.codes(message).contains(ThreadStatus.CLAIMED));
  }

  /** Who spoke last, of those who are not us. */
  Optional<String> speaker() {
    return fresh.stream()
        .filter(message -> ours(message).isEmpty())
        .filter(message -> !Entries.asks(message))
        .reduce((_, later) -> later)
        .map(RemoteThread.Message::actor);
  }

  /** Of what gateways said in the messages that are held already. */
  Set<String> knownIds() {
    Set<String> ids = new HashSet<>();
    thread.messages().stream()
        .limit(seen.messages())
        .map(this::ours)
        .forEach(said -> said.ifPresent(each -> ids.add(each.id())));
    return ids;
  }

  /** The server's own form of a request says less than the one we put beside it. */
  private int superseded() {
    List<RemoteThread.Message> all = thread.messages();
    return all.size() > 1
            && Entries.asks(all.get(1))
            && all.get(0).actor().equals(all.get(1).actor())
            && ours(all.get(1)).isPresent()
        ? 1
        : 0;
  }
}
