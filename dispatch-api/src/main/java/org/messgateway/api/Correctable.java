package org.messgateway.api;

/**
 * An adapter whose service takes a message first and finds out later whether it arrives. The
 * gateway asks after 30 s, 2 min and 10 min where no callback can reach it.
 */
public interface Correctable {

  /** How the message of this receipt stands. Sends nothing to anybody. */
  Standing ask(Receipt receipt);

  /** How a message stands. */
  sealed interface Standing {

    /** It arrived, or nothing more will be known. */
    record Confirmed() implements Standing {}

    /** Not known yet. */
    record Pending() implements Standing {}

    /** It did not arrive: counts as not told. */
    record Failed(FailureReason reason, String sentence) implements Standing {}
  }
}
