package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The open questions. Their invisible links identify them ({@link ReplyPrompt}); the latest are
 * also remembered, for servers and clients that lose links.
 */
final class OpenPrompts {

  private static final int MOST = 1_000;

  private final Map<String, ReplyPrompt> latest = new LinkedHashMap<>();

  synchronized void remember(String chat, long message, ReplyPrompt prompt) {
    latest.put(key(chat, message), prompt);
    if (latest.size() > MOST) {
      latest.remove(latest.keySet().iterator().next());
    }
  }

  /** The question of this message; empty when it is none. */
  synchronized Optional<ReplyPrompt> in(JsonNode message) {
    String key = key(message.path("chat").path("id").asText(), message.path("message_id").asLong());
    return ReplyPrompt.in(message).or(() -> Optional.ofNullable(latest.get(key)));
  }

  private static String key(String chat, long message) {
    return chat + "/" + message;
  }
}
