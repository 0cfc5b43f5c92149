package org.messgateway.gateway.agents;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.agents.AgentTasks.Subscription;
import org.messgateway.gateway.agents.AgentTasks.TaskChange;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.QueueView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rings those who wait for a task when this gateway has looked at it. While nobody waits, a look
 * costs two checks for emptiness. Safe for all threads.
 */
public final class TaskChanges {

  private static final Logger log = LoggerFactory.getLogger(TaskChanges.class);

  private final QueueView queue;
  private final Map<Place, Set<Semaphore>> waiting = new ConcurrentHashMap<>();
  private final Map<String, Set<Listener>> agents = new ConcurrentHashMap<>();

  private record Place(String exchange, String ref) {}

  /** One subscription: each ends for itself, also where two share a bell. */
  private static final class Listener {

    private final Consumer<TaskChange> bell;

    Listener(Consumer<TaskChange> bell) {
      this.bell = bell;
    }
  }

  /** Listens to what the exchanges' workers have looked at, for as long as these run. */
  public TaskChanges(Exchanges exchanges, QueueView queue) {
    this.queue = queue;
    exchanges.all().forEach(exchange -> exchange.changed().whenDone(ref -> looked(exchange, ref)));
  }

  private void looked(ExchangeHandle exchange, Ref ref) {
    if (!waiting.isEmpty()) {
      waiting
          .getOrDefault(new Place(exchange.id(), ref.value()), Set.of())
          .forEach(Semaphore::release);
    }
    if (!agents.isEmpty()) {
      try {
        tell(exchange, ref);
      } catch (RuntimeException e) {
        untold(ref.value(), e);
      }
    }
  }

  private void tell(ExchangeHandle exchange, Ref ref) {
    TaskChange change = new TaskChange(exchange.name(), ref.value());
    Optional<String> requestor =
        exchange.threads().asRead(ref).map(LoadedThread::thread).flatMap(MessThread::requestor);
    if (requestor.isPresent()) {
      agents
          .getOrDefault(requestor.get(), Set.of())
          .forEach(listener -> listener.bell.accept(change));
    } else {
      // The store cannot be asked on its own writer's thread.
      Thread.ofVirtual().start(() -> ask(exchange, change));
    }
  }

  private void ask(ExchangeHandle exchange, TaskChange change) {
    try {
      queue
          .thread(exchange.id(), change.ref())
          .ifPresent(row ->
              agents.forEach((agent, listeners) -> {
                if (row.isOf(agent)) {
                  listeners.forEach(listener -> listener.bell.accept(change));
                }
              }));
    } catch (RuntimeException e) {
      untold(change.ref(), e);
    }
  }

  private static void untold(String ref, RuntimeException e) {
    log.warn(
        "An agent could not be told that {} changed; it sees it when it asks: {}",
        ref,
        e.getMessage());
  }

  Subscription ofAgent(String agent, Consumer<TaskChange> bell) {
    Listener own = new Listener(bell);
    add(agents, agent, own);
    return () -> remove(agents, agent, own);
  }

  Bell ofTask(String exchange, String ref) {
    Place place = new Place(exchange, ref);
    Semaphore rung = new Semaphore(0);
    add(waiting, place, rung);
    return new Bell(rung, () -> remove(waiting, place, rung));
  }

  private static <K, V> void add(Map<K, Set<V>> all, K key, V value) {
    all.compute(
        key,
        (_, others) -> {
          Set<V> values = others == null ? ConcurrentHashMap.newKeySet(1) : others;
          values.add(value);
          return values;
        });
  }

  private static <K, V> void remove(Map<K, Set<V>> all, K key, V value) {
    all.computeIfPresent(
        key,
        (_, values) -> {
          values.remove(value);
          return values.isEmpty() ? null : values;
        });
  }

  /** Rings for one task. */
  static final class Bell implements AutoCloseable {

    private final Semaphore rung;
    private final Subscription subscription;

    private Bell(Semaphore rung, Subscription subscription) {
      this.rung = rung;
      this.subscription = subscription;
    }

    /** Returns when it rang since the last call, or after a time. */
    void await(long nanos) throws InterruptedException {
      if (rung.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        rung.drainPermits();
      }
    }

    @Override
    public void close() {
      subscription.close();
    }
  }
}
