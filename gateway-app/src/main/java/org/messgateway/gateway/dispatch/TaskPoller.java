package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.messgateway.api.Address;
import org.messgateway.api.Receipt;
import org.messgateway.api.TaskPolling;
import org.messgateway.api.TaskPolling.PollResult;
import org.messgateway.gateway.home.Backoff;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Asks services about tasks that they accepted and answer later, where the channel has {@link
 * TaskPolling}, until the task ends. Source: docs/rules.md#accepted-is-not-delivered.
 *
 * <p>What is asked about is in memory only, 10,000 tasks at most; the receipts in the store say it
 * again at each start, for a new channel, and once a minute where gateways share the store. An
 * answer and the receipt that follows it are one commit, so that an answer is never lost and never
 * counts twice.
 */
final class TaskPoller {

  private static final Logger LOG = LoggerFactory.getLogger(TaskPoller.class);
  private static final int MANY = 10_000;
  private static final int AT_ONCE = 32;

  /** Questions at one address at once: a service that hangs keeps others from nothing. */
  private static final int AT_ONE_ADDRESS = 2;

  private static final Duration RELOAD = Duration.ofMinutes(1);
  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(5));

  private final Dispatcher.Ports ports;
  private final Channels channels;
  private final Duration timeLimit;
  private final WorkerThreads threads;
  private final Set<String> watched = ConcurrentHashMap.newKeySet();

  /** Channels whose receipts were read since they came. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /** Questions under way, by channel and address. */
  private final Map<String, Integer> underWay = new ConcurrentHashMap<>();

  private final Semaphore asking = new Semaphore(AT_ONCE);
  private volatile boolean stopping;

  TaskPoller(Dispatcher.Ports ports, Duration timeLimit, WorkerThreads threads) {
    this.ports = ports;
    channels = ports.channels();
    this.timeLimit = timeLimit;
    this.threads = threads;
  }

  /**
   * One accepted task.
   *
   * @param failures questions in a row that failed
   */
  private record PolledTask(Identity identity, Receipt receipt, int failures) {

    PolledTask failed() {
      return new PolledTask(identity, receipt, failures + 1);
    }
  }

  /** Takes up what the store says. */
  void start() {
    reload();
    ports.timers().after(RELOAD, this::again);
  }

  private void again() {
    if (!stopping) {
      known.retainAll(pollable());
      if (ports.queue().nodes() > 1 || !known.containsAll(pollable())) {
        threads.start("polled tasks", this::reloadQuietly);
      }
      ports.timers().after(RELOAD, this::again);
    }
  }

  private void reloadQuietly() {
    try {
      reload();
    } catch (RuntimeException e) {
      LOG.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("Which tasks are to be asked about cannot be read now: {}", e.toString());
    }
  }

  private void reload() {
    for (String channel : pollable()) {
      DeliveryFilter delivered =
          new DeliveryFilter(null, null, channel, Set.of(DeliveryState.DELIVERED));
      ports
          .queue()
          .find(delivered, MANY)
          .forEach(row -> {
            if (row.receipt() != null) {
              watch(row.identity(), row.receipt());
            }
          });
      known.add(channel);
    }
  }

  private Set<String> pollable() {
    return channels.all().stream()
        .filter(channel -> channel.ability(TaskPolling.class).isPresent())
        .map(Channel::name)
        .collect(Collectors.toSet());
  }

  /** Asks about a task from now on, if its channel can be asked and its receipt wants it. */
  void watch(Identity identity, Receipt receipt) {
    Optional<Duration> pause = pause(identity, receipt);
    if (pause.isEmpty()) {
      return;
    }
    if (watched.size() >= MANY) {
      LOG.error(
          "Too many tasks are worked on by services: {} of {} is not asked about before the next"
              + " start.",
          identity.ref(),
          identity.executor());
    } else if (watched.add(identity.id())) {
      schedule(new PolledTask(identity, receipt, 0), pause.get());
    }
  }

  /** Ends all questions; the next start takes them up. */
  void stop() {
    stopping = true;
  }

  private void schedule(PolledTask task, Duration pause) {
    ports
        .timers()
        .after(
            pause,
            () -> {
              if (!stopping) {
                threads.start("poll " + task.identity().id(), () -> turn(task));
              }
            });
  }

  private void turn(PolledTask task) {
    Optional<PolledTask> next = Optional.empty();
    try {
      next = asked(task);
    } catch (RuntimeException e) {
      LOG.warn(
          "Asking about {} at {} failed with {}; it is asked again.",
          task.identity().ref(),
          task.identity().executor(),
          e.getClass().getName());
      next = Optional.of(task.failed());
    } catch (InterruptedException e) {
      LOG.debug("Asking about {} was interrupted.", task.identity().ref());
    }
    Optional<Duration> pause = next.flatMap(this::pause);
    if (pause.isPresent()) {
      schedule(next.orElseThrow(), pause.get());
    } else {
      watched.remove(task.identity().id());
    }
  }

  private Optional<Duration> pause(PolledTask task) {
    Duration least = PAUSES.after(task.failures());
    return pause(task.identity(), task.receipt())
        .map(usual -> usual.compareTo(least) < 0 ? least : usual);
  }

  private Optional<Duration> pause(Identity identity, Receipt receipt) {
    try {
      return polling(identity).flatMap(ability -> ability.pollAfter(receipt));
    } catch (RuntimeException e) {
      // An adapter that takes no call now.
      return Optional.of(PAUSES.cap());
    }
  }

  private Optional<TaskPolling> polling(Identity identity) {
    return channels.ability(identity.channel(), TaskPolling.class);
  }

  /** Asks once; what is to be asked next, empty at the end. */
  private Optional<PolledTask> asked(PolledTask task) throws InterruptedException {
    Optional<Address> address = ports.polledTask().apply(task.identity());
    Optional<TaskPolling> polling = polling(task.identity());
    if (stopping || address.isEmpty() || polling.isEmpty()) {
      return Optional.empty();
    }
    String at = task.identity().channel() + " " + address.get().value();
    boolean room = underWay.merge(at, 1, Integer::sum) <= AT_ONE_ADDRESS;
    try {
      if (!room) {
        return Optional.of(task);
      }
      asking.acquire();
      try {
        return took(task, answer(polling.get(), address.get(), task));
      } finally {
        asking.release();
      }
    } finally {
      underWay.computeIfPresent(at, (_, questions) -> questions == 1 ? null : questions - 1);
    }
  }

  private PollResult answer(TaskPolling polling, Address address, PolledTask task) {
    InterruptGuard guard = new InterruptGuard();
    guard.enter();
    Timers.Alarm alarm =
        ports.timers().after(timeLimit, () -> guard.halt(InterruptGuard.Halt.DEADLINE));
    try {
      return polling.poll(address, task.receipt());
    } finally {
      alarm.cancel();
      guard.leave();
    }
  }

  private Optional<PolledTask> took(PolledTask task, PollResult result) {
    Identity identity = task.identity();
    return switch (result) {
      case PollResult.Pending _ -> Optional.of(new PolledTask(identity, task.receipt(), 0));
      case PollResult.Failed(var sentence) -> {
        LOG.info(
            "{}: {} cannot be asked about it, and is asked again: {}",
            identity.ref(),
            identity.executor(),
            sentence);
        yield Optional.of(task.failed());
      }
      case PollResult.Answered(var reply, var next) ->
          ports.laterReplies().add(identity.id(), task.receipt(), next, reply)
              ? Optional.of(new PolledTask(identity, next, 0))
              : Optional.empty();
    };
  }
}
