package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A person on Telegram.
 *
 * @param id Telegram's number of the person, which a change of name keeps
 * @param name first and last name; null when Telegram does not say
 */
record TelegramUser(String id, @Nullable String name) {

  static TelegramUser of(JsonNode user) {
    String name =
        (user.path("first_name").asText("") + " " + user.path("last_name").asText("")).strip();
    return new TelegramUser(user.path("id").asText(""), name.isEmpty() ? null : name);
  }
}
