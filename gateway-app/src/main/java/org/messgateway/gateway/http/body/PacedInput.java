package org.messgateway.gateway.http.body;

import java.io.FilterInputStream;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.messgateway.gateway.http.body.BodyException.Reason;

/**
 * A body with limits of size and pace, checked after each read. The connection guard ends a read
 * that waits for too long.
 */
final class PacedInput extends FilterInputStream {

  private final long limit;
  private final TransferPace pace;
  private final LongSupplier nanoTime;
  private final long begun;
  private long read;

  /**
   * @param limit bytes
   * @param nanoTime a monotonic clock
   */
  PacedInput(InputStream in, long limit, TransferPace pace, LongSupplier nanoTime) {
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

  /** A lost connection or a wrong length is the client's error, not an internal one. */
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
