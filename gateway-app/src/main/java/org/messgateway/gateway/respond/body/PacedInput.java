package org.messgateway.gateway.respond.body;

import java.io.FilterInputStream;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.messgateway.gateway.respond.body.BodyException.Reason;

/**
 * A body that may neither be larger than allowed nor trickle in. Looked at after each read; that a
 * read ends is the server's business.
 */
final class PacedInput extends FilterInputStream {

  private final long limit;
  private final Pace pace;
  private final LongSupplier nanoTime;
  private final long begun;
  private long read;

  /**
   * @param limit bytes
   * @param nanoTime a monotonic clock
   */
  PacedInput(InputStream in, long limit, Pace pace, LongSupplier nanoTime) {
    super(in);
    this.limit = limit;
    this.pace = pace;
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
  }

  @Override
  public int read() {
    int one = received(in::read);
    count(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    int count = received(() -> in.read(into, offset, length));
    count(Math.max(count, 0));
    return count;
  }

  /** A telephone that loses its network is no failure of ours, nor is a length that is a lie. */
  private static int received(Callable<Integer> read) {
    try {
      return read.call();
    } catch (Exception brokenOff) {
      throw new BodyException(
          Reason.MALFORMED, "This broke off, or is not as long as it says. Send it again.");
    }
  }

  private void count(int bytes) {
    read += bytes;
    if (read > limit) {
      throw new BodyException(
          Reason.TOO_LARGE, "This is too large: at most " + limit + " bytes are taken.");
    }
    if (nanoTime.getAsLong() - begun > pace.nanos(read)) {
      throw new BodyException(
          Reason.TOO_SLOW, "This came too slowly. Send it again where the network is better.");
    }
  }
}
