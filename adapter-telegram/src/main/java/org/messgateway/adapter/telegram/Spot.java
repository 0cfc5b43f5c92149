package org.messgateway.adapter.telegram;

import org.jspecify.annotations.Nullable;

/**
 * Where what is said to a person is shown.
 *
 * @param chat empty for nowhere
 * @param message the message that is answered; 0 for none
 * @param callback the press of a button that waits for an answer; null for none
 */
record Spot(String chat, long message, @Nullable String callback) {

  static final Spot NOWHERE = new Spot("", 0, null);

  static Spot below(String chat, long message) {
    return new Spot(chat, message, null);
  }
}
