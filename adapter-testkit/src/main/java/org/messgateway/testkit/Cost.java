package org.messgateway.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Holds readers of what comes from outside to a price that grows with its length and no faster: one
 * second and 20 µs a byte of processor time, 256 MiB and 16 KiB a byte of memory asked for in all;
 * what is held at once is bounded by the heap.
 *
 * <p>The time is the processor's, so that a busy machine fails nothing. What is too dear is done a
 * second time before it counts: the first may have paid for loading classes. What never ends must
 * be ended by whoever runs the test.
 */
public final class Cost {

  private static final ThreadMXBean THREAD =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private static final Duration TIME = Duration.ofSeconds(1);
  private static final long NANOS_A_BYTE = 20_000;
  private static final long MEMORY = 256L << 20;
  private static final long MEMORY_A_BYTE = 16 << 10;

  private Cost() {}

  /** Something that reads; done again, it does the same. */
  @FunctionalInterface
  public interface Reading<E extends Exception> {

    void run() throws E;
  }

  /** What one reading took. */
  private record Price(Duration time, long memory) {

    boolean within(int length) {
      return time.compareTo(TIME.plusNanos(NANOS_A_BYTE * length)) <= 0
          && memory <= MEMORY + MEMORY_A_BYTE * length;
    }
  }

  /**
   * Reads on this thread.
   *
   * @param length of what is read, in bytes
   * @throws AssertionError when it costs too much
   */
  public static <E extends Exception> void within(int length, Reading<E> reading) throws E {
    if (!price(reading).within(length)) {
      Price again = price(reading);
      if (!again.within(length)) {
        throw new AssertionError(
            "Reading %d bytes took %d ms of the processor and %d KiB of memory."
                .formatted(length, again.time().toMillis(), again.memory() >> 10));
      }
    }
  }

  private static <E extends Exception> Price price(Reading<E> reading) throws E {
    long time = THREAD.getCurrentThreadCpuTime();
    long memory = THREAD.getCurrentThreadAllocatedBytes();
    reading.run();
    return new Price(
        Duration.ofNanos(THREAD.getCurrentThreadCpuTime() - time),
        THREAD.getCurrentThreadAllocatedBytes() - memory);
  }
}
