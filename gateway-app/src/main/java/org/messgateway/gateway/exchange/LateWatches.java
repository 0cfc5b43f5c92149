package org.messgateway.gateway.exchange;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.gateway.exchange.ReplacedFiles.Watch;

/**
 * Which replaced files are looked at when. Each in its turn, until its time is over; and once more,
 * to be let go.
 *
 * <p>After a burst they are let go only when things are quiet again: a file system passes over what
 * was deleted lately, one by one, each time it makes a new file (ext4 for a minute and more; after
 * 10,000 deletions that costs more than all else about writing a thread). Until then what came late
 * still counts. Thread-safe.
 */
final class LateWatches {

  /** So many are looked at in a second; of more each has its turn a little later. */
  private static final int LOOKS = 2048;

  /** So many names are let go at a look, whatever else is written. */
  private static final int FEW = 64;

  /** More are not left for quiet times. */
  static final int MOST = 16_384;

  /** Nothing was replaced for so long. */
  static final Duration QUIET = Duration.ofSeconds(30);

  private final LongSupplier nanos;
  private final Queue<Watch> watches = new ArrayDeque<>();

  /** Those whose time is over. */
  private final Queue<Watch> over = new ArrayDeque<>();

  private long addedLast;

  LateWatches(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** A file was replaced just now. */
  synchronized void begin(Watch watch) {
    addedLast = nanos.getAsLong();
    watches.add(watch);
  }

  /** One that was looked at, or that an earlier gateway left. */
  synchronized void goOn(Watch watch) {
    watches.add(watch);
  }

  /** Hands out those that are to be looked at now. */
  synchronized List<Watch> take() {
    long now = nanos.getAsLong();
    List<Watch> all = new ArrayList<>();
    for (int left = Math.min(watches.size(), LOOKS); left > 0; left--) {
      Watch watch = watches.remove();
      (watch.isOver(now) ? over : all).add(watch);
    }
    boolean quiet = now - addedLast >= QUIET.toNanos();
    for (int left = quiet ? over.size() : allowed(over.size()); left > 0; left--) {
      all.add(over.remove());
    }
    return all;
  }

  private static int allowed(int waiting) {
    return waiting <= FEW ? waiting : Math.max(waiting - MOST, 0);
  }

  /** The second names of all that wait. */
  synchronized Set<Path> names() {
    return Stream.concat(watches.stream(), over.stream())
        .flatMap(watch -> Stream.ofNullable(watch.file().kept()))
        .collect(Collectors.toSet());
  }
}
