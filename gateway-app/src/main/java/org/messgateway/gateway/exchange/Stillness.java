package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How long a thread has lain unchanged: by the time of its files; where that lies in the future
 * (another machine's clock), by our own watching. Thread-safe, bounded.
 */
final class Stillness {

  private static final int MOST = 4096;
  private static final Duration SAME_CLOCK = Duration.ofMillis(50);

  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Map<Place, Since> watched = new LinkedHashMap<>();

  private record Since(Fingerprint fingerprint, long nanos) {}

  Stillness(InstantSource clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
  }

  Duration of(ThreadFiles files) {
    Instant modified = files.modified();
    if (files.fingerprint().equals(Fingerprint.EMPTY)) {
      // A folder that was just made: there is no file yet that could have a time.
      return watched(files);
    }
    Duration age = Duration.between(modified, clock.instant());
    if (age.plus(SAME_CLOCK).isNegative()) {
      return watched(files);
    }
    return age.isNegative() ? Duration.ZERO : age;
  }

  private synchronized Duration watched(ThreadFiles files) {
    Fingerprint now = files.fingerprint();
    Since since = watched.get(files.place());
    if (since == null || !since.fingerprint().equals(now)) {
      since = new Since(now, nanos.getAsLong());
      watched.put(files.place(), since);
      forgetOldest();
    }
    return Duration.ofNanos(nanos.getAsLong() - since.nanos());
  }

  private void forgetOldest() {
    if (watched.size() > MOST) {
      watched.remove(watched.keySet().iterator().next());
    }
  }
}
