package org.messgateway.gateway.respond.guard;

import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.respond.body.Pace;

/**
 * The waits of one connection: for a request, for its head, for its body, and until the client has
 * read the answer. What is sent byte by byte uses up one budget, however short each wait is.
 *
 * <p>Used by the connection's thread; what it waits for may be asked by any.
 */
final class Traffic {

  private static final long REFUSAL = Duration.ofSeconds(1).toNanos();

  private enum Phase {
    IDLE,
    HEAD,
    BODY,
    ANSWERED
  }

  /**
   * A wait that goes on.
   *
   * @param until by the monotonic clock
   * @param idle whether nothing would be lost
   */
  record Wait(long until, long since, boolean idle) {}

  private final Bounds bounds;
  private final LongSupplier nanoTime;
  private Phase phase = Phase.IDLE;
  private Budget incoming;
  private Budget outgoing;
  private volatile @Nullable Wait wait;

  /**
   * @param nanoTime a monotonic clock
   */
  Traffic(Bounds bounds, LongSupplier nanoTime) {
    this.bounds = bounds;
    this.nanoTime = nanoTime;
    this.incoming = silence();
    this.outgoing = new Budget(bounds.pace()::nanos);
  }

  private Budget silence() {
    return new Budget(_ -> bounds.silence().toNanos());
  }

  /** The first line of a request came. */
  void begun() {
    phase = Phase.HEAD;
    incoming = new Budget(_ -> bounds.head().toNanos());
  }

  /** Nothing more is wanted; a moment to read what was said. */
  void refused() {
    phase = Phase.HEAD;
    incoming = new Budget(_ -> Math.min(REFUSAL, bounds.head().toNanos()));
  }

  /** The head of a request came. */
  void headed() {
    phase = Phase.BODY;
    incoming = new Budget(this::nanosOfBody);
  }

  /**
   * Whoever reads a body says in words that it is too slow; here is a little more time for that.
   */
  private long nanosOfBody(long bytes) {
    Pace pace = bounds.pace();
    return pace.nanos(bytes) + pace.grace().toNanos() / 2;
  }

  /** The answer begins; what comes after it is the next request, or not wanted. */
  void answered() {
    phase = Phase.ANSWERED;
    outgoing = new Budget(bounds.pace()::nanos);
  }

  /**
   * Reads what comes next.
   *
   * @param source null for the end
   * @throws CloseConnectionException when the client has used up its time
   */
  byte @Nullable [] read(Supplier<byte @Nullable []> source) {
    if (phase == Phase.ANSWERED) {
      phase = Phase.IDLE;
      incoming = silence();
    }
    long from = nanoTime.getAsLong();
    long until = from + Math.min(bounds.silence().toNanos(), left(incoming, 0));
    wait = new Wait(until, from, phase == Phase.IDLE);
    byte @Nullable [] bytes = null;
    try {
      bytes = source.get();
    } finally {
      wait = null;
      incoming.spend(nanoTime.getAsLong() - from, bytes == null ? 0 : bytes.length);
    }
    if (phase == Phase.IDLE) {
      begun();
    }
    return bytes;
  }

  /**
   * Writes.
   *
   * @throws CloseConnectionException when the client has used up its time
   */
  void write(long size, Runnable sink) {
    long from = nanoTime.getAsLong();
    wait = new Wait(from + left(outgoing, size), from, false);
    try {
      sink.run();
    } finally {
      wait = null;
      outgoing.spend(nanoTime.getAsLong() - from, size);
    }
  }

  private static long left(Budget budget, long more) {
    long left = budget.left(more);
    if (left <= 0) {
      throw new CloseConnectionException("The client is too slow");
    }
    return left;
  }

  /** What it waits for now; null for nothing. */
  @Nullable Wait waiting() {
    return wait;
  }
}
