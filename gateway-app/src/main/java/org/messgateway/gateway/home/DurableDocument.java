package org.messgateway.gateway.home;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A small text that must outlive the process, such as people's decisions, keys, tokens. It is a
 * file of one home, or a row of a store that several gateways share. Safe for all threads and
 * processes.
 */
public interface DurableDocument {

  /** Equal as long as the text is the same; cheap. */
  Object version() throws IOException;

  /** The text; null when it was never written. */
  byte @Nullable [] read() throws IOException;

  /** Changes the text, one change at a time over all processes; durable when it returns. */
  void change(Change change) throws IOException;

  /** Where the text is stored, for messages to people. */
  String shown();

  /** Computes the new text. */
  @FunctionalInterface
  interface Change {

    /**
     * Makes the new text of the present one.
     *
     * @param before null when it was never written
     * @return null for no change
     */
    byte @Nullable [] of(byte @Nullable [] before) throws IOException;
  }
}
