package org.messgateway.gateway.exchange;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A thread that gets its ref only when it is written. */
@FunctionalInterface
public interface NewThread {

  /** Envelope and messages, as the bytes of {@code 000-<ref>.messe-af.yaml}. */
  byte[] documents(Ref ref);

  /** When it was last written where it comes from; empty for now. */
  default Optional<Instant> modified() {
    return Optional.empty();
  }

  /** Files beside it, by name ({@code att-001-image-door.jpg}). */
  default Map<String, byte[]> attachments(Ref ref) {
    return Map.of();
  }
}
