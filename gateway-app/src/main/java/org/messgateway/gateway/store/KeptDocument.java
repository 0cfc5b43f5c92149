package org.messgateway.gateway.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A small text that must outlive the process: what people decided, keys, tokens. A file of one home
 * or a row of a store that several share. Safe for all threads, and for all processes that use it.
 */
public interface KeptDocument {

  /** Equal for as long as it is the same; cheap. */
  Object version() throws IOException;

  /** What it holds; null when it was never written. */
  byte @Nullable [] read() throws IOException;

  /** Changes it as the only one who does; durable when it returns, or nothing has changed. */
  void change(Change change) throws IOException;

  /** Where it is, as people may see it. */
  String shown();

  /** What is to be made of it. */
  @FunctionalInterface
  interface Change {

    /**
     * Makes the next text of the one before.
     *
     * @param before null when it was never written
     * @return null to leave it as it is
     */
    byte @Nullable [] of(byte @Nullable [] before) throws IOException;
  }
}
