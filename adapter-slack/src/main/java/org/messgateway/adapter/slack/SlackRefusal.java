package org.messgateway.adapter.slack;

import java.io.IOException;
import java.io.Serial;
import org.messgateway.api.Outcome;

/** Slack understood, and said no. The message is for people. */
final class SlackRefusal extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String word;

  SlackRefusal(String word) {
    super(sentence(word));
    this.word = word;
  }

  private static String sentence(String word) {
    return switch (SlackErrors.outcome(word, null)) {
      case Outcome.Deferred deferred -> deferred.sentence();
      case Outcome.Rejected rejected -> rejected.sentence();
      case Outcome.Delivered _ -> "Slack refuses.";
    };
  }

  /** Slack's word: {@code users_not_found}. */
  String word() {
    return word;
  }
}
