package org.messgateway.adapter.telegram;

import org.jspecify.annotations.Nullable;

/**
 * The place where a reply is shown.
 *
 * @param chat the chat; empty for none
 * @param message the message that the reply answers; 0 for none
 * @param callback the press that waits for an answer; null for none
 */
record ReplyTarget(String chat, long message, @Nullable String callback) {

  static final ReplyTarget NOWHERE = new ReplyTarget("", 0, null);

  static ReplyTarget below(String chat, long message) {
    return new ReplyTarget(chat, message, null);
  }
}
