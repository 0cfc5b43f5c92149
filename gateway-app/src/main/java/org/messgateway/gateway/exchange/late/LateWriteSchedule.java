package org.messgateway.gateway.exchange.late;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.late.ReplacedFiles.Watch;

/**
 * Decides which replaced files are looked at, and when their links are removed.
 *
 * <p>After a burst the links are removed only in quiet times: for each new file, a file system
 * skips recently deleted entries one by one (ext4 for a minute and more; after 10,000 deletions
 * that costs more than all other work of a write). Until then late texts still count, and the files
 * are there to be used again. Thread-safe.
 */
final class LateWriteSchedule {

  /** Looks in one turn; with more files some but the last are left out. */
  private static final int LOOKS_PER_TURN = 2048;

  /** Up to this number, waiting links are removed also during a burst. */
  private static final int SMALL_BATCH = 64;

  /** Links that may wait for a quiet time; more are removed during a burst too. */
  static final int MAX_WAITING = 16_384;

  /** Time without a replacement that counts as quiet. */
  static final Duration QUIET_TIME = Duration.ofSeconds(30);

  private final LongSupplier nanos;
  private final Queue<Watch> watches =
      new PriorityQueue<>((one, other) -> Long.signum(one.next() - other.next()));

  /** Watches whose time is over: their files are spares until they are removed. */
  private final Queue<Watch> ended = new ArrayDeque<>();

  private long lastAdded;

  LateWriteSchedule(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Adds a file that was replaced just now. */
  synchronized void add(Watch watch) {
    lastAdded = nanos.getAsLong();
    watches.add(watch);
  }

  /** Adds a file that was looked at, or that an earlier gateway left. */
  synchronized void resume(Watch watch) {
    watches.add(watch);
  }

  /** Removes and returns the oldest watch whose time is over; null for none. */
  synchronized @Nullable Watch spare() {
    return ended.poll();
  }

  /** Keeps a watch whose time is over as a spare, until its link is removed. */
  synchronized void end(Watch watch) {
    ended.add(watch);
  }

  /** Removes and returns the watches whose files are to be looked at now. */
  synchronized List<Watch> due() {
    long now = nanos.getAsLong();
    List<Watch> due = new ArrayList<>();
    for (Watch watch = watches.peek();
        watch != null && watch.next() - now <= 0;
        watch = watches.peek()) {
      watches.remove();
      if (watch.isOver(now) || due.size() < LOOKS_PER_TURN) {
        due.add(watch);
      } else {
        watches.add(watch.later(now));
      }
    }
    return due;
  }

  /** Removes and returns the ended watches whose links are to be removed now. */
  synchronized List<Watch> removable() {
    boolean quiet = nanos.getAsLong() - lastAdded >= QUIET_TIME.toNanos();
    List<Watch> removable = new ArrayList<>();
    for (int left = quiet ? ended.size() : allowed(ended.size()); left > 0; left--) {
      removable.add(ended.remove());
    }
    return removable;
  }

  private static int allowed(int waiting) {
    return waiting <= SMALL_BATCH ? waiting : Math.max(waiting - MAX_WAITING, 0);
  }

  /** The links of all waiting watches. */
  synchronized Set<Path> links() {
    return Stream.concat(watches.stream(), ended.stream())
        .flatMap(watch -> Stream.ofNullable(watch.file().kept()))
        .collect(Collectors.toSet());
  }
}
