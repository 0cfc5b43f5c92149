package org.messgateway.gateway.exchange;

import java.util.Map;

/** A thread that gets its ref only when it is written. */
@FunctionalInterface
public interface NewThread {

  /** Envelope and messages, as the bytes of {@code 000-<ref>.messe-af.yaml}. */
  byte[] documents(Ref ref);

  /** Files beside it, by name ({@code att-001-image-door.jpg}). */
  default Map<String, byte[]> attachments(Ref ref) {
    return Map.of();
  }
}
