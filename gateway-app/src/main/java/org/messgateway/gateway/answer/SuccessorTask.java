package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Generation;
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
    Instant at) {

  /** Names that other threads may have. */
  private static final int MOST_NAMES = 9;

  /** Characters of a ref that leave room for the numbers behind it. */
  private static final int LONGEST = Ref.MAX_LENGTH - 12;

  /** A task and the ref that it is to have. */
  private record Named(NewTask task, SuccessorTask successor, Ref name) implements NewThread {

    @Override
    public Optional<Ref> ref() {
      return Optional.of(name);
    }

    @Override
    public byte[] documents(Ref ref) {
      List<String> executors = successor.executors;
      return task.documents(
          ref, executors.size() == 1 ? executors.getFirst() : null, successor.history());
    }

    @Override
    public NewThread externalized() {
      return new Named(task.externalized(), successor, name);
    }

    @Override
    public Map<String, byte[]> attachments(Ref ref) {
      return task.attachments(ref);
    }
  }

  /**
   * Makes the thread, unless it was made before. A name that another thread has is left to it, also
   * that of a task that had the first one's ref before.
   */
  Ref make(ThreadWriter writer) throws IOException {
    MessThread first = from.getFirst();
    String ref = first.ref();
    String base = (ref.length() > LONGEST ? ref.substring(0, LONGEST) : ref) + "-s" + number;
    for (int attempt = 1; attempt <= MOST_NAMES; attempt++) {
      Ref name = new Ref(attempt == 1 ? base : base + "-" + attempt);
      Optional<MessThread> there = read(writer, name);
      if (there.isEmpty()) {
        return writer.create(new Named(task(first), this, name));
      }
      if (continues(there.get(), first)) {
        return name;
      }
    }
    throw new IOException("the names " + base + " … are all taken by other threads");
  }

  private static Optional<MessThread> read(ThreadWriter writer, Ref ref)
      throws ExchangeWriteException {
    try {
      return Optional.of(writer.read(ref).thread());
    } catch (ExchangeWriteException e) {
      if (e.reason() == ExchangeWriteException.Reason.ABSENT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static boolean continues(MessThread there, MessThread first) {
    Instant created = there.envelope().created();
    return Succession.of(there.envelope()).predecessors().contains(first.ref())
        && (created == null || created.toEpochMilli() >= Generation.of(first));
  }

  private NewTask task(MessThread first) {
    return new NewTask(
        first.requestor().orElse(Conversation.EXCHANGE),
        Optional.ofNullable(first.messages().getFirst().channel()).orElse("http"),
        at,
        request);
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
