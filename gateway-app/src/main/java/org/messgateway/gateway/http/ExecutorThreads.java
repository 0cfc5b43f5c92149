package org.messgateway.gateway.http;

import java.util.Optional;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.answer.query.OpenSuggestions;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * Which programs a thread concerns: executors with a delivery of it, its holder, the executor whom
 * the exchange chose, and the agent that requested it. For the threads of one exchange.
 */
public final class ExecutorThreads implements AccessibleThreads {

  /**
   * Requestors may use one id of their own several times; the latest threads are looked through.
   */
  private static final int RECENT = 100;

  private final String exchangeId;
  private final ThreadCache threads;
  private final QueueView queue;
  private final OpenSuggestions suggestions;

  public ExecutorThreads(String exchangeId, ThreadCache threads, QueueView queue) {
    this.exchangeId = exchangeId;
    this.threads = threads;
    this.queue = queue;
    this.suggestions =
        new OpenSuggestions(ref -> threads.load(ref).complete().map(LoadedThread::thread));
  }

  @Override
  public Optional<String> executor(String executor, String id) {
    return Ref.of(id)
        .filter(ref -> hasDelivery(ref.value(), executor) || holds(ref, executor))
        .map(Ref::value)
        .or(() -> byClientId(executor, id));
  }

  private Optional<String> byClientId(String executor, String clientId) {
    return queue.threadsByClientId(exchangeId, clientId, RECENT).stream()
        .map(ThreadRow::ref)
        .filter(ref -> hasDelivery(ref, executor))
        .findFirst();
  }

  private boolean hasDelivery(String ref, String executor) {
    return queue.deliveries(exchangeId, ref).stream()
        .anyMatch(row -> row.identity().executor().equals(executor));
  }

  private boolean holds(Ref ref, String executor) {
    if (!(threads.load(ref) instanceof ThreadReadResult.Complete complete)) {
      return false;
    }
    MessThread thread = complete.thread().thread();
    return executor.equals(Conversation.of(thread).holder())
        || executor.equals(thread.envelope().executor());
  }

  @Override
  public Optional<String> agent(String agent, String id) {
    return queue
        .thread(exchangeId, id)
        .filter(thread -> thread.isOf(agent))
        .or(() -> queue.threadByClientId(exchangeId, agent, id))
        .map(ThreadRow::ref);
  }

  /**
   * The whole thread, for its requestor, with the suggestions that wait for an answer; empty when
   * it does not exist any more.
   */
  public Optional<TaskDocument> view(String ref) {
    return Ref.of(ref)
        .map(threads::load)
        .flatMap(ThreadReadResult::complete)
        .map(loaded ->
            new ThreadView(loaded.parsed(), NotificationKind.REQUEST, new Viewer("", true), null)
                .with("suggestions", suggestions.of(loaded.thread().envelope())));
  }
}
