package org.messgateway.gateway.remote;

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
 * Threads that the server lists and does not hand out: each costs only itself. They come after all
 * others, and each is asked for in fewer and fewer turns. Several in a row mean that it is the
 * server. Used by one thread.
 */
final class Setbacks {

  /** Each may take as long as a call may. */
  static final int SERVERS_FAULT = 3;

  private static final Logger log = LoggerFactory.getLogger(Setbacks.class);

  /** Turns that pass one over at most: a minute, where the server is asked every five seconds. */
  private static final int MOST_TURNS = 11;

  private final Map<Ref, Setback> all = new LinkedHashMap<>();
  private int inARow;

  private record Setback(int times, int turnsLeft, RemoteException why) {
    Setback turn() {
      return new Setback(times, turnsLeft - 1, why);
    }
  }

  /** What is to be asked for in a turn that begins: those that failed last, some not at all. */
  List<ListedThread> order(List<ListedThread> listed) {
    inARow = 0;
    all.replaceAll((_, setback) -> setback.turn());
    List<ListedThread> order = new ArrayList<>(listed);
    order.removeIf(line -> all.containsKey(line.ref()));
    for (ListedThread line : listed) {
      Setback before = all.get(line.ref());
      if (before != null && before.turnsLeft() < 0) {
        order.add(line);
      }
    }
    return order;
  }

  /** It was handed out. */
  void over(Ref ref) {
    all.remove(ref);
    inARow = 0;
  }

  /**
   * It was not.
   *
   * @throws RemoteException when nobody but the server can be to blame
   */
  void failed(Ref ref, RemoteException why) throws RemoteException {
    Setback before = all.get(ref);
    int times = before == null ? 1 : before.times() + 1;
    int turns = Math.min(MOST_TURNS, (1 << Math.min(times - 1, MOST_TURNS)) - 1);
    all.put(ref, new Setback(times, turns, why));
    if (before == null) {
      log.warn("{} cannot be had: {}. It is tried again.", ref, why.sentence());
    }
    boolean server =
        switch (why.reason()) {
          case REFUSED, TOO_OFTEN -> true;
          case ABSENT, AWAY, UNCERTAIN, STRANGE -> ++inARow >= SERVERS_FAULT;
          case LACKING -> false;
        };
    if (server) {
      throw why;
    }
  }

  /** Others are not listed any more. */
  void retain(Set<Ref> there) {
    Set<Ref> gone = new HashSet<>(all.keySet());
    gone.removeAll(there);
    gone.forEach(all::remove);
  }

  /** What the operators have to know of, in words; the one that lasts longest. */
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
