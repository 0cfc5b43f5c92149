package org.messgateway.gateway.protocol;

/** What the executor asked the requestor, and what became of it. */
public enum OpenQuestion {
  /** Nothing, or it is answered, or the executor works on without an answer. */
  NONE,
  /** {@code needs_input} without a reply. */
  INPUT,
  /** {@code needs_confirmation} without a yes or no. */
  CONFIRMATION,
  /** The requestor said no, and the executor has not said what follows. */
  REFUSED
}
