package org.messgateway.adapter.slack;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Finds.Found;
import org.messgateway.api.Secret;

/** Who is who in the workspace. */
final class SlackPeople {

  private final SlackWire wire;
  private final Secret token;

  SlackPeople(SlackWire wire, Secret token) {
    this.wire = wire;
    this.token = token;
  }

  Optional<Found> byEmail(String email) throws IOException {
    try {
      return found(new Parsed(wire.ask("users.lookupByEmail", token, Map.of("email", email))));
    } catch (SlackRefusal refusal) {
      return switch (refusal.word()) {
        case "users_not_found", "user_not_found" -> Optional.empty();
        case "missing_scope" ->
            throw new IOException(
                "The Slack app may not look people up: add the scopes users:read and"
                    + " users:read.email under OAuth & Permissions and install the app again.",
                refusal);
        default -> throw refusal;
      };
    }
  }

  private static Optional<Found> found(Parsed answer) {
    Parsed user = answer.at("user");
    String id = user.at("id").text();
    String name = user.at("profile", "display_name").textOr(user.at("real_name"));
    String known = name.isEmpty() ? user.at("name").text() : name;
    return id.isEmpty()
        ? Optional.empty()
        : Optional.of(new Found(id, known.isEmpty() ? id : known));
  }
}
