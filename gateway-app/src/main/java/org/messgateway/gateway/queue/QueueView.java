package org.messgateway.gateway.queue;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Receipt;

/**
 * What can be read of a queue without changing it. Methods block and may be called from any thread.
 */
public interface QueueView {

  Optional<ThreadRow> thread(String exchange, String ref);

  /** The same of several, by ref; those that are not known are left out. */
  default Map<String, ThreadRow> threads(String exchange, Collection<String> refs) {
    Map<String, ThreadRow> found = new HashMap<>();
    refs.forEach(ref -> thread(exchange, ref).ifPresent(row -> found.put(ref, row)));
    return found;
  }

  /** The thread that a requestor calls by this name, the latest where it used it twice. */
  Optional<ThreadRow> threadOf(String exchange, String requestor, String clientId);

  /** Threads that any requestor calls by this name, the latest first. */
  List<ThreadRow> called(String exchange, String clientId, int max);

  /** Ids and refs that a thread waits for. */
  List<String> dependsOn(String exchange, String ref);

  /**
   * Everything known of an exchange's threads, some at a time in the order of their refs: all of
   * them may be more than fit into memory.
   *
   * @param after ref of the last that was given; empty to begin
   */
  List<ThreadRow> threads(String exchange, String after, int max);

  /**
   * Refs of threads that have not ended, some at a time, each once.
   *
   * @param after the last that was given; empty to begin
   */
  List<String> openThreads(String exchange, String after, int max);

  /** The last in order of what a requestor asked for. */
  Optional<String> lastOf(String exchange, String requestor);

  /** All deliveries of a thread, oldest first. */
  List<DeliveryRow> deliveries(String exchange, String ref);

  /** Deliveries by filter, newest first. */
  List<DeliveryRow> find(DeliveryFilter filter, int max);

  Optional<DeliveryRow> delivery(String id);

  /** The delivery that the service of a channel calls so; the latest where it says so twice. */
  default Optional<DeliveryRow> byReceipt(String channel, Receipt receipt) {
    return Optional.empty();
  }

  /**
   * What was delivered at an address of a people's channel about threads that have not ended,
   * newest first. Machines are not asked what they meant.
   *
   * @param max rows
   */
  default List<DeliveryRow> toldAt(String channel, String address, int max) {
    return List.of();
  }

  /** Attempts of a delivery, oldest first. */
  List<AttemptRow> attempts(String id);

  /** Rows by state, lanes by state: for {@code /health} and metrics. */
  QueueFigures figures();
}
