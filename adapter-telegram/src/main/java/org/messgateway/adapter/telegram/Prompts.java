package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The questions that are open. Their marks tell ({@link Prompt}); the latest are remembered as
 * well, for servers and clients that lose marks.
 */
final class Prompts {

  private static final int MOST = 1_000;

  private final Map<String, Prompt> latest = new LinkedHashMap<>();

  synchronized void asked(String chat, long message, Prompt prompt) {
    latest.put(key(chat, message), prompt);
    if (latest.size() > MOST) {
      latest.remove(latest.keySet().iterator().next());
    }
  }

  /** The question that this message asks. */
  synchronized Optional<Prompt> in(JsonNode message) {
    String key = key(message.path("chat").path("id").asText(), message.path("message_id").asLong());
    return Prompt.in(message).or(() -> Optional.ofNullable(latest.get(key)));
  }

  private static String key(String chat, long message) {
    return chat + "/" + message;
  }
}
