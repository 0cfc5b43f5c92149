package org.messgateway.gateway.http.limits;

import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.http.body.TransferPace;

/**
 * The time one connection's client may let the server wait: for a request, for its head, for its
 * body, and until the client has read the answer. Each of these has one budget, used up by waiting
 * only, so that a client that sends single bytes has no more time than a silent one.
 *
 * <p>Used by the connection's thread; {@link #waiting} may be asked by any.
 */
final class ClientDeadlines {

  /** A wait for a client that has been refused, in nanoseconds. */
  private static final long REFUSAL = Duration.ofSeconds(1).toNanos();

  /** A pause of a client that sends a body that is refused already, in nanoseconds. */
  private static final long PAUSE = Duration.ofSeconds(2).toNanos();

  private enum Phase {
    IDLE,
    HEAD,
    BODY,
    ANSWERED,
    REFUSED
  }

  /**
   * A wait that goes on; times by the monotonic clock.
   *
   * @param until end of the client's time
   * @param idle whether the connection is between two requests, so that closing it loses nothing
   */
  record Wait(long until, long since, boolean idle) {}

  /** Time for one thing. */
  private static final class Budget {

    private final LongUnaryOperator nanosForBytes;
    private long bytes;
    private long spent;

    Budget(LongUnaryOperator nanosForBytes) {
      this.nanosForBytes = nanosForBytes;
    }

    /** Nanoseconds left, with so many further bytes on their way. */
    long left(long more) {
      long left = nanosForBytes.applyAsLong(bytes + more) - spent;
      if (left <= 0) {
        throw new CloseConnectionException("The client is too slow");
      }
      return left;
    }

    void spend(long nanos, long count) {
      spent += nanos;
      bytes += count;
    }
  }

  private final ConnectionLimits connectionLimits;
  private final LongSupplier nanoTime;
  private Phase phase = Phase.IDLE;
  private Budget incoming;
  private Budget outgoing;
  private volatile @Nullable Wait wait;

  /**
   * @param nanoTime a monotonic clock
   */
  ClientDeadlines(ConnectionLimits connectionLimits, LongSupplier nanoTime) {
    this.connectionLimits = connectionLimits;
    this.nanoTime = nanoTime;
    this.incoming = new Budget(_ -> connectionLimits.silence().toNanos());
    this.outgoing = new Budget(connectionLimits.pace()::nanos);
  }

  private void begin(Phase next, LongUnaryOperator nanosForBytes) {
    phase = next;
    incoming = new Budget(nanosForBytes);
  }

  /**
   * The client gets a moment to read why it is refused.
   *
   * @param sending whether it may be sending a body still, for which it has as long as for a head,
   *     in pauses of 2 seconds at most
   */
  void refused(boolean sending) {
    long head = connectionLimits.head().toNanos();
    begin(Phase.REFUSED, _ -> sending ? head : Math.min(REFUSAL, head));
  }

  /** The head of a request is complete. */
  void headed() {
    begin(Phase.BODY, this::nanosOfBody);
  }

  /** Longer than the pace: the reader of a body checks the pace, too, and answers 408 in words. */
  private long nanosOfBody(long bytes) {
    TransferPace pace = connectionLimits.pace();
    return pace.nanos(bytes) + pace.grace().toNanos() / 2;
  }

  /** The response begins; bytes read from now on are the next request. */
  void answered() {
    phase = Phase.ANSWERED;
    outgoing = new Budget(connectionLimits.pace()::nanos);
  }

  /** Whether a response has begun, and nothing was read since. */
  boolean isAnswered() {
    return phase == Phase.ANSWERED;
  }

  /**
   * Reads the next bytes.
   *
   * @param source null for the end
   * @throws CloseConnectionException when the client has used up its time
   */
  byte @Nullable [] read(Supplier<byte @Nullable []> source) {
    if (phase == Phase.ANSWERED) {
      begin(Phase.IDLE, _ -> connectionLimits.silence().toNanos());
    }
    long from = nanoTime.getAsLong();
    long until = from + Math.min(silence(), incoming.left(0));
    wait = new Wait(until, from, phase == Phase.IDLE);
    byte @Nullable [] bytes = null;
    try {
      bytes = source.get();
    } finally {
      wait = null;
      incoming.spend(nanoTime.getAsLong() - from, bytes == null ? 0 : bytes.length);
    }
    if (phase == Phase.IDLE) {
      begin(Phase.HEAD, _ -> connectionLimits.head().toNanos());
    }
    return bytes;
  }

  private long silence() {
    long silence = connectionLimits.silence().toNanos();
    return phase == Phase.REFUSED ? Math.min(PAUSE, silence) : silence;
  }

  /**
   * Writes so many bytes.
   *
   * @throws CloseConnectionException when the client has used up its time
   */
  void write(long size, Runnable sink) {
    long from = nanoTime.getAsLong();
    wait = new Wait(from + outgoing.left(size), from, false);
    try {
      sink.run();
    } finally {
      wait = null;
      outgoing.spend(nanoTime.getAsLong() - from, size);
    }
  }

  /** The present wait; null for none. */
  @Nullable Wait waiting() {
    return wait;
  }
}
