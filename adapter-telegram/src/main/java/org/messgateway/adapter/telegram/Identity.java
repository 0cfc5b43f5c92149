package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.regex.Pattern;
import org.messgateway.adapter.telegram.Answer.Taken;

/**
 * Who the bot is. Its number stands in its token; its name only Telegram knows, and it can be
 * changed there.
 */
final class Identity {

  /** It becomes part of links: nothing else may pass. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");

  private final BotApi api;
  private volatile Known known;

  /** What is known; the username is empty while it is not. */
  private record Known(long id, String username) {}

  Identity(TelegramSettings settings, BotApi api) {
    this.api = api;
    this.known = new Known(settings.bot(), "");
  }

  /** Asks Telegram unless it is known. */
  void learn() {
    if (known.username().isEmpty()
        && api.ask("getMe", api.parameters()) instanceof Taken<JsonNode> taken) {
      JsonNode me = taken.result();
      String name = me.path("username").asText("");
      known = new Known(me.path("id").asLong(known.id()), NAME.matcher(name).matches() ? name : "");
    }
  }

  /** Empty while it is not known. */
  String username() {
    return known.username();
  }

  boolean is(long user) {
    return user == known.id();
  }

  boolean isCalled(String name) {
    return known.username().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT));
  }
}
