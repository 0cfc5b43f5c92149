package org.messgateway.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The proof under faults itself works, and its quick version holds; {@code benchmarks/faults} runs
 * all of it. {@code -Dmess.faults.seed=N} repeats a run.
 */
@Tag("proof")
class FaultsIT {

  private static final Logger log = LoggerFactory.getLogger(FaultsIT.class);
  private static final List<String> CHOSEN =
      List.of(
          "killed at random moments",
          "killed at every write point",
          "queue corrupted",
          "half-written threads");

  @TempDir private Path folder;

  @Test
  @Timeout(300)
  void whatWasPromisedHoldsWhenTheProcessIsKilledAndItsQueueSpoiled() throws IOException {
    Report report = assertHeld(folder, CHOSEN);

    assertTrue(report.rows().getFirst().kills() > 0, report::text);
    assertTrue(report.rows().get(1).kills() > 0, report::text);
  }

  /** Runs the quick version of some faults, which have to hold all. */
  static Report assertHeld(Path folder, List<String> names) throws IOException {
    long seed = Long.getLong("mess.faults.seed", System.nanoTime());
    log.info("seed {}: -Dmess.faults.seed={}", seed, seed);
    Path distribution = Path.of(System.getProperty("mess.distribution"));
    Plan plan = Faults.plan(distribution, folder, seed, true);
    List<Fault> faults =
        Fault.all().stream().filter(fault -> names.contains(fault.name())).toList();

    Report report = Faults.run(plan, faults, log::info);

    assertTrue(report.held(), report::text);
    assertEquals(names.size(), report.rows().size());
    return report;
  }
}
