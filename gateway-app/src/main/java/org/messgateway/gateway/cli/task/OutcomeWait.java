package org.messgateway.gateway.cli.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.Succession;

/**
 * Waits for a task by looking at its files, so that no restart of a gateway ends the wait. A task
 * that goes on in one other is waited for there.
 */
final class OutcomeWait {

  /** A look costs a question for the files' times. */
  private static final Duration LOOK = Duration.ofMillis(200);

  /** A thread that is moved or replaced is away for moments. */
  private static final Duration AWAY = Duration.ofSeconds(5);

  /** Beyond it something is wrong with tasks that go on in others. */
  private static final int MOST_STEPS = 20;

  private final TaskFinder finder;

  OutcomeWait(TaskFinder finder) {
    this.finder = finder;
  }

  /**
   * Waits until a task stands as wanted.
   *
   * @param longest zero looks once
   * @return how it stands now, also when the time is over
   * @throws TaskLookupException when it is deleted, or cannot be read any more
   */
  FoundTask await(FoundTask task, WaitOutcome.WaitGoal goal, Duration longest)
      throws TaskLookupException, InterruptedException {
    // At most 292 years.
    long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(longest);
    FoundTask now = latest(task);
    while (WaitOutcome.of(now, goal) == WaitOutcome.OPEN && System.nanoTime() - until < 0) {
      long left = Math.max(1, until - System.nanoTime());
      Thread.sleep(Duration.ofNanos(Math.min(LOOK.toNanos(), left)));
      if (!now.unchanged()) {
        now = latest(again(now));
      }
    }
    return now;
  }

  private FoundTask again(FoundTask before) throws TaskLookupException, InterruptedException {
    long until = System.nanoTime() + AWAY.toNanos();
    while (true) {
      Optional<FoundTask> now = finder.in(before.exchange(), before.loaded().ref());
      if (now.isPresent()) {
        return now.get();
      }
      if (System.nanoTime() - until > 0) {
        throw new TaskLookupException(before.ref() + " was deleted.");
      }
      Thread.sleep(LOOK);
    }
  }

  private FoundTask latest(FoundTask task) throws TaskLookupException, InterruptedException {
    FoundTask latest = task;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
      List<String> next = Succession.of(latest.thread().envelope()).successors();
      Optional<Ref> ref = next.size() == 1 ? Ref.of(next.getFirst()) : Optional.empty();
      Optional<FoundTask> found =
          ref.isEmpty() ? Optional.empty() : finder.in(latest.exchange(), ref.get());
      if (found.isEmpty()) {
        return latest;
      }
      latest = found.get();
    }
    return latest;
  }
}
