package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;

/** What one request to the Bot API came to. */
sealed interface Answer<T> {

  /** {@code ok: true}. */
  record Taken<T>(T result) implements Answer<T> {}

  /** A clear no. */
  record Refused<T>(Refusal refusal) implements Answer<T> {}

  /** No answer, or none of the Bot API's. */
  record Broken<T>(Outcome.Deferred outcome) implements Answer<T> {}

  /**
   * Telegram's no.
   *
   * @param code {@code error_code}, which repeats the HTTP status
   * @param description Telegram's words; they come from the network and are shown to nobody
   * @param retryAfter how long it asks us to wait
   * @param migratedTo the supergroup that a group has become
   */
  record Refusal(
      int code, String description, @Nullable Duration retryAfter, @Nullable Long migratedTo) {

    boolean saysUnparsable() {
      return code == 400 && says("can't parse entities");
    }

    /** The message is as wanted already. */
    boolean saysNotModified() {
      return code == 400 && says("message is not modified");
    }

    /** Whether the description has these words, in any case of letters. */
    boolean says(String words) {
      return description.toLowerCase(Locale.ROOT).contains(words);
    }
  }
}
