package org.messgateway.api;

import java.util.Locale;
import org.messgateway.api.text.Texts;

/**
 * An action that a person takes with a button of a message. A message carries buttons only while
 * {@link Inbound#inboundOpen()} is true.
 */
public enum MessageButton {
  /** Takes the task. */
  CLAIM,
  /** Refuses the task, with a reason. */
  DECLINE,
  /** Finishes the task, with an answer. */
  DONE,
  /** Asks the requestor a question. */
  ASK,
  /** Returns a claimed task, with a reason. */
  GIVE_BACK;

  private final String code = name().toLowerCase(Locale.ROOT);

  private final String key = "button." + code;

  /** The label of the button in the reader's language, the same on every channel. */
  public String label(Texts texts) {
    return texts.get(key);
  }

  /** The label in English; adapters ask {@link #label(Texts)}. */
  public String label() {
    return label(Texts.ENGLISH);
  }

  /** The code that the button transmits: {@code give_back}. */
  public String code() {
    return code;
  }
}
