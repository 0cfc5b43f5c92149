package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.List;

/** When a lane that waits is tried again; its last entry repeats. */
public record ProbeSchedule(List<Duration> waits) {

  /** 5 s, 15 s, 1 min, then every 5 min. Source: docs/rules.md#retry. */
  public static final ProbeSchedule DEFAULT =
      new ProbeSchedule(
          List.of(
              Duration.ofSeconds(5),
              Duration.ofSeconds(15),
              Duration.ofMinutes(1),
              Duration.ofMinutes(5)));

  public ProbeSchedule {
    waits = List.copyOf(waits);
    if (waits.isEmpty()) {
      throw new IllegalArgumentException("a probe schedule has at least one wait");
    }
  }

  /** The wait after this many failed probes. */
  public Duration after(int probes) {
    return waits.get(Math.clamp(probes, 0, waits.size() - 1));
  }
}
