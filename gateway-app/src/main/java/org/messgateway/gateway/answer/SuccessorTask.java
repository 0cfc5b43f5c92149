package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Succession;

/**
 * A thread in which others go on: asked by their requestor, under a ref made from the first one's,
 * so that whoever makes it makes the same.
 *
 * @param number of those that go on from the same threads, from 1
 * @param from the threads that go on in it; all of one requestor
 * @param request in the requestor's words
 * @param executors whom alone the exchange asks first; empty for everybody able
 */
record SuccessorTask(
    int number,
    List<MessThread> from,
    Map<String, @Nullable Object> request,
    List<String> executors,
    Instant at)
    implements NewThread {

  @Override
  public Optional<Ref> ref() {
    return Ref.of(from.getFirst().ref() + "-s" + number);
  }

  @Override
  public byte[] documents(Ref ref) {
    MessThread first = from.getFirst();
    NewTask task =
        new NewTask(
            first.requestor().orElse(Conversation.EXCHANGE),
            Optional.ofNullable(first.messages().getFirst().channel()).orElse("http"),
            at,
            request);
    return task.documents(ref, executors.size() == 1 ? executors.getFirst() : null, history());
  }

  /** The latest first: those that go on, then those that went on in them. */
  private List<HistoryEntry> history() {
    List<HistoryEntry> entries = new ArrayList<>();
    from.forEach(each -> entries.add(entry(Succession.CONTINUES, each.ref())));
    from.stream()
        .flatMap(each -> Succession.of(each.envelope()).predecessors().stream())
        .distinct()
        .forEach(each -> entries.add(entry(Succession.CONTINUES, each)));
    if (executors.size() > 1) {
      executors.forEach(each -> entries.add(entry(Succession.OFFERED, each)));
    }
    return entries;
  }

  private HistoryEntry entry(String action, String note) {
    return new HistoryEntry(action, at, Conversation.EXCHANGE, note);
  }
}
