package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.regex.Pattern;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;

/**
 * The bot's id and username. The token holds the id; only Telegram knows the username, which can
 * change.
 */
final class BotIdentity {

  /** The format of a username, which becomes part of links. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");

  private final BotApiJsonClient api;
  private volatile KnownBot known;

  /** The known values; the username is empty while it is unknown. */
  private record KnownBot(long id, String username) {}

  BotIdentity(TelegramSettings settings, BotApiJsonClient api) {
    this.api = api;
    this.known = new KnownBot(settings.bot(), "");
  }

  /** Asks Telegram for the username unless it is known. */
  void learn() {
    if (known.username().isEmpty()
        && api.ask("getMe", api.parameters()) instanceof Success<JsonNode> success) {
      JsonNode me = success.result();
      String name = me.path("username").asText("");
      known =
          new KnownBot(me.path("id").asLong(known.id()), NAME.matcher(name).matches() ? name : "");
    }
  }

  /** The username; empty while it is unknown. */
  String username() {
    return known.username();
  }

  boolean hasId(long user) {
    return user == known.id();
  }

  boolean isCalled(String name) {
    return known.username().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT));
  }
}
