package org.messgateway.gateway.exchange.read;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ThreadFiles;

/**
 * Time since a thread last changed: by the times of its files, or, where these lie in the future
 * (the clock of another machine), by own observation. Thread-safe; observes 4,096 copies at most.
 */
public final class QuietPeriod {

  private static final int MAX_COPIES = 4096;
  private static final Duration CLOCK_TOLERANCE = Duration.ofMillis(50);

  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Map<ThreadLocation, Observation> observations = new LinkedHashMap<>();

  private record Observation(Fingerprint fingerprint, long nanos) {}

  public QuietPeriod(InstantSource clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
  }

  Duration of(ThreadFiles files) {
    Instant modified = files.modified();
    if (files.fingerprint().equals(Fingerprint.EMPTY)) {
      // A new folder has no file that could have a time.
      return observed(files);
    }
    Duration age = Duration.between(modified, clock.instant());
    if (age.plus(CLOCK_TOLERANCE).isNegative()) {
      return observed(files);
    }
    return age.isNegative() ? Duration.ZERO : age;
  }

  private synchronized Duration observed(ThreadFiles files) {
    Fingerprint fingerprint = files.fingerprint();
    Observation observation = observations.get(files.location());
    if (observation == null || !observation.fingerprint().equals(fingerprint)) {
      observation = new Observation(fingerprint, nanos.getAsLong());
      observations.put(files.location(), observation);
      forgetOldest();
    }
    return Duration.ofNanos(nanos.getAsLong() - observation.nanos());
  }

  private void forgetOldest() {
    if (observations.size() > MAX_COPIES) {
      observations.remove(observations.keySet().iterator().next());
    }
  }
}
