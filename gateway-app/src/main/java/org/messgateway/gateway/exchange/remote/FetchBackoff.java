package org.messgateway.gateway.exchange.remote;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.exchange.Ref;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Back-off for threads that the server lists and does not return: each is fetched after all others,
 * and in fewer and fewer turns. Several failures in a row count as a failure of the server. Used by
 * one thread.
 */
final class FetchBackoff {

  /** Failures in a row that count as a failure of the server; each can take as long as a call. */
  static final int SERVER_FAILURES = 3;

  private static final Logger log = LoggerFactory.getLogger(FetchBackoff.class);

  /** Most turns that skip a thread: one minute at a poll interval of five seconds. */
  private static final int MAX_SKIPPED_TURNS = 11;

  private final Map<Ref, FailedFetch> all = new LinkedHashMap<>();
  private int failuresInARow;

  private record FailedFetch(int times, int turnsLeft, RemoteException why) {
    FailedFetch turn() {
      return new FailedFetch(times, turnsLeft - 1, why);
    }
  }

  /** Threads to fetch in a new turn: failed ones come last, or are skipped. */
  List<ListedThread> order(List<ListedThread> listed) {
    failuresInARow = 0;
    all.replaceAll((_, setback) -> setback.turn());
    List<ListedThread> order = new ArrayList<>(listed);
    order.removeIf(line -> all.containsKey(line.ref()));
    for (ListedThread line : listed) {
      FailedFetch before = all.get(line.ref());
      if (before != null && before.turnsLeft() < 0) {
        order.add(line);
      }
    }
    return order;
  }

  /** Notes a fetched thread. */
  void succeeded(Ref ref) {
    all.remove(ref);
    failuresInARow = 0;
  }

  /**
   * Notes a failed fetch.
   *
   * @throws RemoteException when the failures show that the server fails
   */
  void failed(Ref ref, RemoteException why) throws RemoteException {
    FailedFetch before = all.get(ref);
    int times = before == null ? 1 : before.times() + 1;
    int turns = Math.min(MAX_SKIPPED_TURNS, (1 << Math.min(times - 1, MAX_SKIPPED_TURNS)) - 1);
    all.put(ref, new FailedFetch(times, turns, why));
    if (before == null) {
      log.warn("{} cannot be had: {}. It is tried again.", ref, why.sentence());
    }
    boolean server =
        switch (why.reason()) {
          case REFUSED, TOO_OFTEN -> true;
          case ABSENT, AWAY, UNCERTAIN, FAILED, STRANGE -> ++failuresInARow >= SERVER_FAILURES;
          case LACKING -> false;
        };
    if (server) {
      throw why;
    }
  }

  /** Forgets threads that are no longer listed. */
  void retain(Set<Ref> there) {
    Set<Ref> gone = new HashSet<>(all.keySet());
    gone.removeAll(there);
    gone.forEach(all::remove);
  }

  /** The longest failure, as a text for operators. */
  Optional<RemoteException> longest() {
    return all.entrySet().stream()
        .findFirst()
        .map(each ->
            new RemoteException(
                each.getValue().why().reason(),
                "Task %s cannot be had from its server: %s"
                    .formatted(each.getKey(), each.getValue().why().sentence()),
                each.getValue().why().reason() == RemoteException.Reason.LACKING
                    ? each.getValue().why().remedy()
                    : "look at this task on the server; all others go on",
                null,
                each.getValue().why()));
  }
}
