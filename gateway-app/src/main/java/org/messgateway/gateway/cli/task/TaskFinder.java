package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.read.FoundCopy;

/**
 * Finds tasks in the exchanges of a home, by ref or by the requestor's own id. Nothing is written,
 * and no queue is asked. For one thread at a time.
 */
final class TaskFinder implements AutoCloseable {

  /** A thread that is being written or moved is whole again soon. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Duration LOOK = Duration.ofMillis(50);

  private final SequencedMap<String, Exchange> exchanges = new LinkedHashMap<>();
  private final boolean several;

  /**
   * @param named the exchange that is meant; null for all
   * @throws IOException when an exchange cannot be used
   * @throws TaskLookupException when there is none of that name
   */
  TaskFinder(GatewayConfig config, @Nullable String named) throws IOException, TaskLookupException {
    several = config.exchanges().size() > 1;
    for (ExchangeConfig each : config.exchanges()) {
      if (named == null || named.equals(each.name())) {
        exchanges.put(each.name(), opened(each));
      }
    }
    if (exchanges.isEmpty()) {
      throw new TaskLookupException(
          "There is no exchange %s. There are: %s."
              .formatted(named, String.join(", ", config.exchangeNames())));
    }
  }

  private static Exchange opened(ExchangeConfig config) throws IOException {
    return new Exchange(
        config.directory(), ExchangeLimits.DEFAULT, InstantSource.system(), System::nanoTime);
  }

  /** The exchanges by their names. */
  SequencedMap<String, Exchange> exchanges() {
    return exchanges;
  }

  /** Whether there are several, so that people are told which is meant. */
  boolean several() {
    return several;
  }

  /**
   * The task of a ref, else the latest with that id of its requestor.
   *
   * @throws IOException when an exchange cannot be listed
   * @throws TaskLookupException when there is none, or it cannot be read
   */
  FoundTask find(String called) throws IOException, TaskLookupException, InterruptedException {
    Optional<FoundTask> byRef = byRef(called);
    if (byRef.isPresent()) {
      return byRef.get();
    }
    Optional<String> byId = refOf(called);
    Optional<FoundTask> found = byId.isEmpty() ? Optional.empty() : byRef(byId.get());
    return found.orElseThrow(() -> new TaskLookupException("There is no task " + called + "."));
  }

  private Optional<FoundTask> byRef(String called)
      throws TaskLookupException, InterruptedException {
    Optional<Ref> ref = Ref.of(called);
    if (ref.isEmpty()) {
      return Optional.empty();
    }
    for (String name : exchanges.sequencedKeySet()) {
      Optional<FoundTask> found = in(name, ref.get());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * A task of one exchange; empty when it is not there.
   *
   * @throws TaskLookupException when it cannot be read
   */
  Optional<FoundTask> in(String exchange, Ref ref)
      throws TaskLookupException, InterruptedException {
    Exchange files = exchanges.get(exchange);
    if (files == null || files.directory().unused()) {
      return Optional.empty();
    }
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      switch (files.loader().load(ref)) {
        case ThreadReadResult.Complete(var loaded) -> {
          return Optional.of(new FoundTask(exchange, several, files, loaded));
        }
        case ThreadReadResult.Absent _ -> {
          return Optional.empty();
        }
        case ThreadReadResult.Unreadable unreadable ->
            throw new TaskLookupException(ref + " cannot be read: " + unreadable.text());
        case ThreadReadResult.Incomplete incomplete -> {
          if (System.nanoTime() > until) {
            throw new TaskLookupException(
                ref + " cannot be read whole now: " + incomplete.reason() + ".");
          }
        }
      }
      Thread.sleep(LOOK);
    }
  }

  private Optional<String> refOf(String id) throws IOException {
    AtomicReference<@Nullable String> latest = new AtomicReference<>();
    for (Exchange exchange : exchanges.values()) {
      exchange
          .scanner()
          .scan(copy -> {
            String ref = copy.location().ref().value();
            String before = latest.get();
            if ((before == null || Ref.CREATION_ORDER.compare(before, ref) < 0)
                && called(exchange, copy, id)) {
              latest.set(ref);
            }
          });
    }
    return Optional.ofNullable(latest.get());
  }

  private static boolean called(Exchange exchange, FoundCopy copy, String id) {
    try {
      return id.equals(exchange.envelopes().load(copy.location()).clientId());
    } catch (IOException | ThreadFormatException e) {
      // One that cannot be read has no id.
      return false;
    }
  }

  @Override
  public void close() {
    exchanges.values().forEach(Exchange::close);
  }
}
