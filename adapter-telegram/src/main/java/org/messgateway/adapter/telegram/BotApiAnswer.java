package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;

/** The result of one request to the Bot API. */
sealed interface BotApiAnswer<T> {

  /** An answer with {@code ok: true}. */
  record Success<T>(T result) implements BotApiAnswer<T> {}

  /** A refusal of Telegram. */
  record ErrorAnswer<T>(BotApiError error) implements BotApiAnswer<T> {}

  /** No answer, or an answer that is not the Bot API's. */
  record MalformedAnswer<T>(Outcome.Deferred outcome) implements BotApiAnswer<T> {}

  /**
   * An error of the Bot API.
   *
   * @param code {@code error_code}, which repeats the HTTP status
   * @param description Telegram's text, which comes from the network and is shown to nobody
   * @param retryAfter the wait that Telegram asks for
   * @param migratedTo the supergroup that replaces a group
   */
  record BotApiError(
      int code, String description, @Nullable Duration retryAfter, @Nullable Long migratedTo) {

    boolean saysUnparsable() {
      return code == 400 && says("can't parse entities");
    }

    /** Whether the message already has this content. */
    boolean saysNotModified() {
      return code == 400 && says("message is not modified");
    }

    /** Whether the description contains these words in any case. */
    boolean says(String words) {
      return description.toLowerCase(Locale.ROOT).contains(words);
    }
  }
}
