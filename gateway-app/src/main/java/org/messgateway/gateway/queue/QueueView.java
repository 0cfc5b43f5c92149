package org.messgateway.gateway.queue;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Receipt;

/**
 * The reads of the durable queue; see {@link DeliveryQueue} for the changes. Methods block and may
 * be called from any thread.
 */
public interface QueueView {

  /** The row of a thread; empty for a thread that this queue does not know. */
  Optional<ThreadRow> thread(String exchange, String ref);

  /** The rows of several threads, by ref; unknown ones are left out. */
  default Map<String, ThreadRow> threads(String exchange, Collection<String> refs) {
    Map<String, ThreadRow> found = new HashMap<>();
    refs.forEach(ref -> thread(exchange, ref).ifPresent(row -> found.put(ref, row)));
    return found;
  }

  /** The thread with this client id of a requestor, the latest where it was used twice. */
  Optional<ThreadRow> threadByClientId(String exchange, String requestor, String clientId);

  /** Threads with this client id of any requestor, the latest first. */
  List<ThreadRow> threadsByClientId(String exchange, String clientId, int max);

  /** Ids and refs that a thread depends on. */
  List<String> dependsOn(String exchange, String ref);

  /**
   * A page of an exchange's threads in the order of their refs; all of them may not fit into
   * memory.
   *
   * @param after last ref of the page before; empty for the first page
   */
  List<ThreadRow> threads(String exchange, String after, int max);

  /**
   * A page of the refs of threads that have not ended, each once.
   *
   * @param after last ref of the page before; empty for the first page
   */
  List<String> openThreads(String exchange, String after, int max);

  /** How many threads of a requestor have not ended. Looks through all open threads. */
  default int openThreadsOf(String exchange, String requestor) {
    return 0;
  }

  /** Threads by filter, from the last ref backwards. */
  default List<ThreadRow> find(ThreadFilter filter, int max) {
    return List.of();
  }

  /** When each executor said something last, as far as answers are remembered. */
  default Map<String, Instant> lastHeard(String exchange) {
    return Map.of();
  }

  /** What executors made of their last tasks that required a capability, by executor. */
  default Map<String, List<TaskResult>> lastResults(String capability) {
    return Map.of();
  }

  /** Refs of a requestor's threads among which its last is: those of one date, in no order. */
  List<String> lastRefs(String exchange, String requestor);

  /** All deliveries of a thread, oldest first. */
  List<DeliveryRow> deliveries(String exchange, String ref);

  /**
   * Deliveries of a source other than threads.
   *
   * @param ref the source's own name of its subject
   */
  default List<DeliveryRow> deliveries(DeliverySource source, String exchange, String ref) {
    return deliveries(source.stored(exchange), ref);
  }

  /** Deliveries by filter, newest first. */
  List<DeliveryRow> find(DeliveryFilter filter, int max);

  /** A delivery by its id. */
  Optional<DeliveryRow> delivery(String id);

  /** The delivery with this receipt of a channel's service, the latest where it occurs twice. */
  default Optional<DeliveryRow> byReceipt(String channel, Receipt receipt) {
    return Optional.empty();
  }

  /**
   * Deliveries of open threads that were delivered at an address of a people's channel, newest
   * first. Empty for channels of machines.
   *
   * @param max rows at most
   */
  default List<DeliveryRow> deliveredAt(String channel, String address, int max) {
    return List.of();
  }

  /**
   * Deliveries that are being sent to an address, or were when the process died: the receipts of
   * these messages are not known yet.
   *
   * @param max rows at most
   */
  default List<DeliveryRow> sendingTo(String channel, String address, int max) {
    return List.of();
  }

  /** Attempts of a delivery, oldest first. */
  List<AttemptRow> attempts(String id);

  /**
   * What became of an answer that an executor gave, as the journal has it: its result, which only
   * the room that wrote it reads. Empty for one that is unknown, or not decided yet.
   *
   * @param key idempotency key of the answer
   */
  default Optional<String> answerResult(String exchange, String ref, String executor, String key) {
    return Optional.empty();
  }

  /** Rows by state, lanes by state: for {@code /health} and metrics. */
  QueueFigures figures();
}
