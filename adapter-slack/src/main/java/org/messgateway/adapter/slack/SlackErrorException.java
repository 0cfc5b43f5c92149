package org.messgateway.adapter.slack;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;

/** Slack answered a call with an error. The message is a sentence for people. */
final class SlackErrorException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String word;

  /**
   * @param word the error word; null when the answer held none
   */
  SlackErrorException(@Nullable String word) {
    super(sentence(word));
    this.word = word == null ? "" : word;
  }

  private static String sentence(@Nullable String word) {
    return switch (SlackErrors.outcome(word, null)) {
      case Outcome.Deferred deferred -> deferred.sentence();
      case Outcome.Rejected rejected -> rejected.sentence();
      case Outcome.Delivered _ -> "Slack refuses.";
    };
  }

  /** Slack's error word, such as {@code users_not_found}; empty when the answer held none. */
  String word() {
    return word;
  }
}
