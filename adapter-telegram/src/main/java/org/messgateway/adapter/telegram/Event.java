package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An update that is kept until it is worked through.
 *
 * @param id number of the bot and of the update: two bots count independently
 */
record Event(String id, JsonNode update) {

  /** Who is to be served in turn: what one person does in one chat stays in order. */
  String lane() {
    JsonNode what = what();
    JsonNode chat = what.has("message") ? what.path("message").path("chat") : what.path("chat");
    return chat.path("id").asText("") + "/" + what.path("from").path("id").asText("");
  }

  /** The album it is part of; empty when of none. */
  String album() {
    JsonNode message = update.path("message");
    String album = message.path("media_group_id").asText("");
    return album.isEmpty() ? "" : message.path("chat").path("id").asText("") + "/" + album;
  }

  long message() {
    return update.path("message").path("message_id").asLong();
  }

  /**
   * What one event made of these is called: the same for the same parts, another one when a part
   * came later, so that none is taken for known.
   */
  static String id(List<Event> parts) {
    String first = parts.getFirst().id();
    return parts.size() == 1 ? first : first + "+" + (parts.size() - 1);
  }

  private JsonNode what() {
    return update.has("callback_query")
        ? update.path("callback_query")
        : update.has("my_chat_member") ? update.path("my_chat_member") : update.path("message");
  }
}
