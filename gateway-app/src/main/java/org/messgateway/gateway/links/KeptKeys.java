package org.messgateway.gateway.links;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.messgateway.gateway.links.LinkKey.Single;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that files or a shared store held when they were asked last. Tokens are checked by keys
 * that are asked for at once. Signing asks at most every 20 ms, because each delivery signs
 * (docs/decisions/links.md#links-5). While they cannot be read, those that are known stay.
 * Thread-safe.
 */
final class KeptKeys {

  private static final Logger log = LoggerFactory.getLogger(KeptKeys.class);

  /** A key that was made elsewhere signs so much later at most. */
  static final Duration LAG = Duration.ofMillis(20);

  /** Asks files, or a store. */
  @FunctionalInterface
  interface Asked<T> {
    T answer() throws IOException;
  }

  /**
   * @param atNanos before they were asked for
   */
  private record Known(Object version, List<Single> keys, long atNanos) {}

  private final Asked<Object> version;
  private final Asked<List<byte[]>> random;
  private final Function<byte[], Single> derived;
  private final LongSupplier nanos;
  private volatile Known known;

  /**
   * @param version equal while the keys are unchanged
   * @param random of each key, the newest first, at least one
   * @param nanos monotonic time, {@code System::nanoTime}
   */
  KeptKeys(
      Asked<Object> version,
      Asked<List<byte[]>> random,
      Function<byte[], Single> derived,
      LongSupplier nanos)
      throws IOException {
    this.version = version;
    this.random = random;
    this.derived = derived;
    this.nanos = nanos;
    this.known = new Known(version.answer(), read(), nanos.getAsLong());
  }

  private List<Single> read() throws IOException {
    return random.answer().stream().map(derived).toList();
  }

  /** As they are now, the newest first. */
  synchronized List<Single> all() {
    long asked = nanos.getAsLong();
    Known before = known;
    Known after = new Known(before.version(), before.keys(), asked);
    try {
      Object now = version.answer();
      if (!now.equals(before.version())) {
        after = new Known(now, read(), asked);
      }
    } catch (IOException e) {
      log.error("The keys for links cannot be read, those known stay: {}", e.getMessage());
    }
    known = after;
    return after.keys();
  }

  /** The one that signs. */
  Single newest() {
    Known last = known;
    boolean kept = nanos.getAsLong() - last.atNanos() < LAG.toNanos();
    return (kept ? last.keys() : all()).getFirst();
  }
}
