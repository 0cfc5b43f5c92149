package org.messgateway.gateway;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;

/**
 * What the sides of a gateway are made of, for each of its exchanges; one at least. The first is
 * where new tasks of agents go and where the gateway's own messages are kept.
 */
record Exchanges(List<Parts> all) {

  Exchanges {
    all = List.copyOf(all);
  }

  Parts first() {
    return all.getFirst();
  }

  /**
   * The exchange of that id, or that the gateway's own deliveries of that name are about; empty for
   * one that is not configured any more.
   */
  Optional<Parts> of(String name) {
    String id = OwnDeliveries.exchange(name);
    return all.stream().filter(parts -> parts.exchangeId().equals(id)).findFirst();
  }

  /** A thread as it stands; absent when its exchange is not configured any more. */
  ThreadLook load(String exchange, String ref) {
    return of(exchange)
        .map(parts -> parts.threads().load(new Ref(ref)))
        .orElseGet(ThreadLook.Absent::new);
  }

  /** Something for each, by the exchange's id, in order. */
  <T> SequencedMap<String, T> each(Function<Parts, T> maker) {
    SequencedMap<String, T> made = new LinkedHashMap<>();
    all.forEach(parts -> made.put(parts.exchangeId(), maker.apply(parts)));
    return made;
  }
}
