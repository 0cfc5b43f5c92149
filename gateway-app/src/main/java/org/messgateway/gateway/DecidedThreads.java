package org.messgateway.gateway;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryQueue;

/** Stores what was decided about threads, several in one commit, and tells whom it concerns. */
final class DecidedThreads {

  private final String exchangeId;
  private final DeliveryQueue queue;
  private final ChangedThreads changed;
  private final ThreadTrouble trouble;

  DecidedThreads(
      String exchangeId, DeliveryQueue queue, ChangedThreads changed, ThreadTrouble trouble) {
    this.exchangeId = exchangeId;
    this.queue = queue;
    this.changed = changed;
    this.trouble = trouble;
  }

  void store(List<DecidedThread> decided) {
    queue.reconcileAll(decided.stream().map(DecidedThread::wish).toList());
    wakeDependents(decided.stream().filter(DecidedThread::hasOtherStatus).toList());
    decided.forEach(this::tellTrouble);
  }

  /**
   * Those that wait for one of these look again when it has ended, or when they learn that it
   * exists.
   */
  private void wakeDependents(List<DecidedThread> news) {
    List<String> ids = news.stream().flatMap(DecidedThreads::ids).distinct().toList();
    if (ids.isEmpty()) {
      return;
    }
    Set<Ref> waiting =
        queue.dependents(exchangeId, ids).stream().map(Ref::new).collect(Collectors.toSet());
    if (!waiting.isEmpty()) {
      changed.changed(waiting);
    }
  }

  private static Stream<String> ids(DecidedThread each) {
    return Stream.concat(
        Stream.of(each.ref().value()), Stream.ofNullable(each.wish().thread().clientId()));
  }

  private void tellTrouble(DecidedThread decided) {
    String problem = decided.newProblem();
    if (problem != null) {
      trouble.tell(decided.loaded(), problem);
    }
  }
}
