package org.messgateway.api;

/** The readers of a type of channel. */
public enum Audience {
  /**
   * People read texts. Executors that share an address get one message. A lane sends one message at
   * a time.
   */
  PEOPLE,
  /** Machines read documents with a stable id. Every executor gets a message of its own. */
  MACHINES
}
