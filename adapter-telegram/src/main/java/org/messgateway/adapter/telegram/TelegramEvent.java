package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An update that is stored until it is processed.
 *
 * @param id the numbers of the bot and of the update, because two bots count independently
 */
record TelegramEvent(String id, JsonNode update) {

  /** The key of ordered processing: one person in one chat. */
  String lane() {
    JsonNode what = type();
    JsonNode chat = what.has("message") ? what.path("message").path("chat") : what.path("chat");
    return chat.path("id").asText("") + "/" + what.path("from").path("id").asText("");
  }

  /** The id of the update's album; empty for none. */
  String album() {
    JsonNode message = update.path("message");
    String album = message.path("media_group_id").asText("");
    return album.isEmpty() ? "" : message.path("chat").path("id").asText("") + "/" + album;
  }

  long message() {
    return update.path("message").path("message_id").asLong();
  }

  /**
   * The id of an event made of these parts. The same parts have the same id; a later part changes
   * it, so that no part counts as known.
   */
  static String id(List<TelegramEvent> events) {
    String first = events.getFirst().id();
    return events.size() == 1 ? first : first + "+" + (events.size() - 1);
  }

  private JsonNode type() {
    return update.has("callback_query")
        ? update.path("callback_query")
        : update.has("my_chat_member") ? update.path("my_chat_member") : update.path("message");
  }
}
