package org.messgateway.gateway.exchange.files;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.messgateway.gateway.exchange.ThreadLocation;

/**
 * Copies of threads whose documents other programs write in place, until they close them, as far as
 * the system tells. What a file holds meanwhile may be a part that looks like the whole. A copy
 * counts as finished, too, once it was not written for a second, or was written for ten.
 * Thread-safe.
 */
public final class UnfinishedWrites {

  /** What an event says of the writer of a document. */
  public enum WriteEvent {
    /** Nothing. */
    NONE,
    /** The file was opened as a new one, or is another name of one that was there. */
    CREATED,
    /** It was written, and is still open. */
    WRITTEN,
    /** It was closed after writing, or its name came or went with what it holds. */
    ENDED
  }

  /** A new name whose writer does nothing for so long has none, or nothing can be read yet. */
  private static final Duration WITHOUT_WRITER = Duration.ofMillis(10);

  private static final Duration QUIET = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Copies kept; each further one counts as finished. */
  static final int MOST = 1_000;

  private final Predicate<ThreadLocation> linked;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Map<ThreadLocation, Write> writes = new HashMap<>();

  /**
   * @param until when it counts as finished
   * @param givenUp whether it counts as finished until its writer ends: it was written for too long
   */
  private record Write(long since, long until, boolean givenUp) {}

  /**
   * @param linked whether a new name is a further one of a file that was there: who makes threads
   *     by hard links wrote them before
   * @param clock as the disk's, for times of files
   * @param nanos elapsed time
   */
  public UnfinishedWrites(
      Predicate<ThreadLocation> linked, InstantSource clock, LongSupplier nanos) {
    this.linked = linked;
    this.clock = clock;
    this.nanos = nanos;
  }

  /**
   * Takes what an event says.
   *
   * @return the same as far as it matters: {@code CREATED} and {@code WRITTEN} while the copy is to
   *     be left alone, {@code ENDED} where it was; else {@code NONE}
   */
  public WriteEvent note(ThreadLocation copy, WriteEvent event) {
    return event == WriteEvent.CREATED && linked.test(copy) ? WriteEvent.NONE : noted(copy, event);
  }

  /**
   * Takes a copy that a listing found: no event tells whether its writer has closed it.
   *
   * @param modified when it was written last
   * @return whether it is to be left alone, since that was within the last second; a second ahead
   *     is taken for a clock that is not this machine's
   */
  public boolean noteListed(ThreadLocation copy, Instant modified) {
    Duration age = Duration.between(modified, clock.instant());
    return age.abs().compareTo(QUIET) < 0
        && goesOn(copy, WriteEvent.WRITTEN, QUIET.minus(age)) == WriteEvent.WRITTEN;
  }

  private synchronized WriteEvent noted(ThreadLocation copy, WriteEvent event) {
    return switch (event) {
      case NONE -> WriteEvent.NONE;
      case CREATED -> goesOn(copy, event, WITHOUT_WRITER);
      case WRITTEN -> goesOn(copy, event, QUIET);
      case ENDED ->
          writes.isEmpty() || writes.remove(copy) == null ? WriteEvent.NONE : WriteEvent.ENDED;
    };
  }

  private synchronized WriteEvent goesOn(ThreadLocation copy, WriteEvent event, Duration quiet) {
    long now = nanos.getAsLong();
    Write before = writes.get(copy);
    if (before == null ? writes.size() >= MOST : before.givenUp()) {
      return WriteEvent.NONE;
    }
    long since = before == null ? now : before.since();
    long most = since + PATIENCE.toNanos();
    long until = now + quiet.toNanos();
    writes.put(copy, new Write(since, until - most < 0 ? until : most, false));
    return event;
  }

  /** For how long a copy is to be left to its writer; zero for nobody. */
  public synchronized Duration left(ThreadLocation copy) {
    Write write = writes.isEmpty() ? null : writes.get(copy);
    return Duration.ofNanos(write == null ? 0 : Math.max(0, write.until() - nanos.getAsLong()));
  }

  /** Time until {@link #finished} has a copy; the given one at most. */
  public synchronized Duration untilFinished(Duration atMost) {
    if (writes.isEmpty()) {
      return atMost;
    }
    long now = nanos.getAsLong();
    long least = atMost.toNanos();
    for (Write write : writes.values()) {
      least = write.givenUp() ? least : Math.min(least, Math.max(0, write.until() - now));
    }
    return Duration.ofNanos(least);
  }

  /** Copies that count as finished although no event said so; each once. */
  public synchronized List<ThreadLocation> finished() {
    if (writes.isEmpty()) {
      return List.of();
    }
    long now = nanos.getAsLong();
    List<ThreadLocation> copies = new ArrayList<>();
    for (Iterator<Map.Entry<ThreadLocation, Write>> all = writes.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<ThreadLocation, Write> each = all.next();
      Write write = each.getValue();
      if (!write.givenUp() && write.until() - now <= 0) {
        copies.add(each.getKey());
        if (write.until() - write.since() >= PATIENCE.toNanos()) {
          each.setValue(new Write(write.since(), write.until(), true));
        } else {
          all.remove();
        }
      }
    }
    return copies;
  }
}
