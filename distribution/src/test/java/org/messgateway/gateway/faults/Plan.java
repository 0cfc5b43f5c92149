package org.messgateway.gateway.faults;

import java.nio.file.Path;
import java.util.Random;

/**
 * What is run.
 *
 * @param distribution the gateway's folder with launcher and {@code lib}
 * @param agent the jar of the agent
 * @param output where homes, logs and the result go
 * @param quick a part of it, for every build
 */
record Plan(Path distribution, Path agent, Path output, long seed, boolean quick) {

  /** The same draws for the same seed, of a fault's own. */
  Random random(String fault) {
    return new Random(seed ^ fault.hashCode());
  }

  int few(int whenQuick, int inFull) {
    return quick ? whenQuick : inFull;
  }
}
