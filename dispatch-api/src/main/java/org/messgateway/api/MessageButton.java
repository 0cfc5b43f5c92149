package org.messgateway.api;

import java.util.Locale;

/**
 * An action that a person takes with a button of a message. A message carries buttons only while
 * {@link Inbound#inboundOpen()} is true.
 */
public enum MessageButton {
  /** Takes the task. */
  CLAIM("Claim"),
  /** Refuses the task, with a reason. */
  DECLINE("Decline"),
  /** Finishes the task, with an answer. */
  DONE("Done"),
  /** Asks the requestor a question. */
  ASK("Ask"),
  /** Returns a claimed task, with a reason. */
  GIVE_BACK("Give back");

  private final String code = name().toLowerCase(Locale.ROOT);

  private final String label;

  MessageButton(String label) {
    this.label = label;
  }

  /** The label of the button, the same on every channel. */
  public String label() {
    return label;
  }

  /** The code that the button transmits: {@code give_back}. */
  public String code() {
    return code;
  }
}
