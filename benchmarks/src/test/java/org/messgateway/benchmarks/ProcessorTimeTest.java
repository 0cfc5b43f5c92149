package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {

  private final ProcessorTime time =
      new ProcessorTime(
          MachineDescription.now(),
          Duration.ofSeconds(2),
          new JvmOverhead(Duration.ofMillis(200), Duration.ofMillis(100)),
          1000,
          Map.of(
              ProfileCategory.HISTORY, 50, ProfileCategory.QUEUE, 25, ProfileCategory.SENDING, 75));

  private List<String> lines() {
    return time.text().lines().filter(line -> line.endsWith("%")).toList();
  }

  @Test
  void whatJavaSpendsOnItselfIsNotGuessed() {
    assertTrue(lines().get(0).matches("Java's compilers.* 200 us +10.0 %"), time::text);
    assertTrue(lines().get(1).matches("Java's collector.* 100 us +5.0 %"), time::text);
  }

  @Test
  void whatNobodyAccountsForIsSaidToBeSo() {
    assertTrue(lines().get(5).matches("not accounted for.* 200 us +10.0 %"), time::text);
  }

  @Test
  void partsStandByWhatTheyCost() {
    assertTrue(lines().get(2).startsWith(ProfileCategory.SENDING.words()), time::text);
    assertTrue(lines().get(2).endsWith(" 750 us  37.5 %"), time::text);
    assertTrue(lines().get(4).startsWith(ProfileCategory.QUEUE.words()), time::text);
  }

  @Test
  void theSumIsWhatTheSystemCounted() {
    assertEquals(7, lines().size());
    assertTrue(lines().getLast().endsWith(" 2000 us 100.0 %"), time::text);
  }
}
