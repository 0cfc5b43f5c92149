package org.messgateway.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Limits the cost of a reader of untrusted input to a linear function of the input's length: 1 s
 * plus 20 µs per byte of processor time, 256 MiB plus 16 KiB per byte of allocated memory. The heap
 * bounds the memory that is live at once.
 *
 * <p>Processor time does not depend on other load of the machine. A reading above the limit is
 * repeated before it counts, because the first may include class loading. A reader that never ends
 * needs a timeout of the test.
 */
public final class CostLimit {

  private static final ThreadMXBean THREAD =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private static final Duration TIME = Duration.ofSeconds(1);
  private static final long NANOS_A_BYTE = 20_000;
  private static final long MEMORY = 256L << 20;
  private static final long MEMORY_A_BYTE = 16 << 10;

  private CostLimit() {}

  /** A reader whose repetition has the same effect. */
  @FunctionalInterface
  public interface CostlyReader<E extends Exception> {

    void run() throws E;
  }

  /** The cost of one reading. */
  private record Price(Duration time, long memory) {

    boolean within(int length) {
      return time.compareTo(TIME.plusNanos(NANOS_A_BYTE * length)) <= 0
          && memory <= MEMORY + MEMORY_A_BYTE * length;
    }
  }

  /**
   * Runs the reader on this thread.
   *
   * @param length the length of the input in bytes
   * @throws AssertionError when the reader exceeds the limit
   */
  public static <E extends Exception> void within(int length, CostlyReader<E> costlyReader)
      throws E {
    if (!price(costlyReader).within(length)) {
      Price again = price(costlyReader);
      if (!again.within(length)) {
        throw new AssertionError(
            "Reading %d bytes took %d ms of the processor and %d KiB of memory."
                .formatted(length, again.time().toMillis(), again.memory() >> 10));
      }
    }
  }

  /**
   * Runs the reader on this thread with a limit that does not grow with the input: for readers that
   * refuse what weighs too much.
   *
   * @throws AssertionError when the reader takes more time of the processor or allocates more
   */
  public static <E extends Exception> void atMost(
      Duration time, long memory, CostlyReader<E> costlyReader) throws E {
    Price price = price(costlyReader);
    if (price.time().compareTo(time) > 0 || price.memory() > memory) {
      Price again = price(costlyReader);
      if (again.time().compareTo(time) > 0 || again.memory() > memory) {
        throw new AssertionError(
            "It took %d ms of the processor and %d KiB of memory."
                .formatted(again.time().toMillis(), again.memory() >> 10));
      }
    }
  }

  private static <E extends Exception> Price price(CostlyReader<E> costlyReader) throws E {
    long time = THREAD.getCurrentThreadCpuTime();
    long memory = THREAD.getCurrentThreadAllocatedBytes();
    costlyReader.run();
    return new Price(
        Duration.ofNanos(THREAD.getCurrentThreadCpuTime() - time),
        THREAD.getCurrentThreadAllocatedBytes() - memory);
  }
}
