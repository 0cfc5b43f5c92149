package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The content of a thread whose ref is chosen when it is written. */
@FunctionalInterface
public interface NewThread {

  /** Envelope and messages, as the bytes of {@code 000-<ref>.messe-af.yaml}. */
  byte[] documents(Ref ref);

  /** The ref that it must have, so that it is made once; empty for the next free one. */
  default Optional<Ref> ref() {
    return Optional.empty();
  }

  /**
   * The same with large data beside it, as attachments: asked for by exchanges that keep threads in
   * files. A server takes files inside messages only.
   */
  default NewThread externalized() {
    return this;
  }

  /** Time of the last change at its origin; empty for the current time. */
  default Optional<Instant> modified() {
    return Optional.empty();
  }

  /** Attachments by name ({@code att-001-image-door.jpg}). */
  default Map<String, byte[]> attachments(Ref ref) {
    return Map.of();
  }

  /** Further attachments by name, of any size: files to be copied, which the caller keeps. */
  default Map<String, Upload> uploads() {
    return Map.of();
  }

  /** A file to be copied. */
  @FunctionalInterface
  interface Upload {

    /** Opens it anew at each call; who calls closes it. */
    FileChannel open() throws IOException;
  }
}
