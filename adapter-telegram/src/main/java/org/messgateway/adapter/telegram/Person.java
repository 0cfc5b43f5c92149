package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Who did something.
 *
 * @param id Telegram's number for them, which stays when they change their name
 * @param name first and last name; null when Telegram does not say
 */
record Person(String id, @Nullable String name) {

  static Person of(JsonNode user) {
    String name =
        (user.path("first_name").asText("") + " " + user.path("last_name").asText("")).strip();
    return new Person(user.path("id").asText(""), name.isEmpty() ? null : name);
  }
}
