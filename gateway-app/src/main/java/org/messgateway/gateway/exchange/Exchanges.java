package org.messgateway.gateway.exchange;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * The exchanges of a gateway in the order of its configuration; one at least. The first holds new
 * tasks of agents and the gateway's own messages.
 */
public record Exchanges(List<ExchangeHandle> all) {

  public Exchanges {
    all = List.copyOf(all);
  }

  public ExchangeHandle first() {
    return all.getFirst();
  }

  public List<String> ids() {
    return all.stream().map(ExchangeHandle::id).toList();
  }

  /** How agents and people call them. */
  public ExchangeNames names() {
    SequencedMap<String, String> ids = new LinkedHashMap<>();
    all.forEach(each -> ids.put(each.name(), each.id()));
    return new ExchangeNames(ids);
  }

  /** Empty for an exchange that is no longer configured. */
  public Optional<ExchangeHandle> of(String id) {
    for (ExchangeHandle each : all) {
      if (each.id().equals(id)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** The current thread; absent when its exchange is no longer configured. */
  public ThreadReadResult load(String id, String ref) {
    return of(id)
        .map(each -> each.threads().load(new Ref(ref)))
        .orElseGet(ThreadReadResult.Absent::new);
  }

  /** The current thread if it is complete; otherwise empty. */
  public Optional<LoadedThread> complete(String id, String ref) {
    return load(id, ref).complete();
  }

  /** Makes a value for each exchange, by id, in order. */
  public <T> SequencedMap<String, T> each(Function<ExchangeHandle, T> maker) {
    SequencedMap<String, T> made = new LinkedHashMap<>();
    all.forEach(each -> made.put(each.id(), maker.apply(each)));
    return made;
  }
}
