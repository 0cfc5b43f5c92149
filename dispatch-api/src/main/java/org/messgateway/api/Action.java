package org.messgateway.api;

import java.util.Locale;

/** What a person can do by a button in the message, while its way back is open. */
public enum Action {
  CLAIM("Claim"),
  DECLINE("Decline"),
  DONE("Done"),
  ASK("Ask"),
  GIVE_BACK("Give back");

  private final String code = name().toLowerCase(Locale.ROOT);

  private final String label;

  Action(String label) {
    this.label = label;
  }

  /** As it stands on the button, the same on every channel. */
  public String label() {
    return label;
  }

  /** As it travels with the button: {@code give_back}. */
  public String code() {
    return code;
  }
}
