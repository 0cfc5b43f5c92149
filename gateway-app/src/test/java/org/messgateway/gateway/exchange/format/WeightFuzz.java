package org.messgateway.gateway.exchange.format;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Duration;
import java.util.List;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/** However much nodes of few bytes would weigh, what may be built of them is bounded. */
class WeightFuzz {

  /** Bytes at which every limit is reached. */
  private static final int HEAVY = 4 << 20;

  private static final Duration TIME = Duration.ofSeconds(10);
  private static final long MEMORY = 1L << 30;
  private static final long MOST_VALUES = 64L << 20;

  @FuzzTest
  void weigh(byte[] input) throws ThreadFormatException {
    byte[] heavy = EnlargedInput.heavy(input, HEAVY);
    CostLimit.atMost(TIME, MEMORY, () -> assertWeighed(heavy));
  }

  private static void assertWeighed(byte[] input) {
    try {
      ParsedThread parsed =
          ThreadReader.read("r1", List.of(new ThreadFile("000-r1.messe-af.yaml", input)));
      assertTrue(parsed.values() < MOST_VALUES, () -> "its values weigh " + parsed.values());
    } catch (ThreadFormatException failure) {
      ThreadReaderFuzz.assertSaysWhere(failure);
    }
  }
}
