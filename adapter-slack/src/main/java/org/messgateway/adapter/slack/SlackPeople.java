package org.messgateway.adapter.slack;

import com.slack.api.model.User;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PersonLookup.ServicePerson;
import org.messgateway.api.Secret;

/** Finds people of the workspace by e-mail address. */
final class SlackPeople {

  private final SlackConnections wire;
  private final Secret token;

  SlackPeople(SlackConnections wire, Secret token) {
    this.wire = wire;
    this.token = token;
  }

  Optional<ServicePerson> findByEmail(String email) throws IOException {
    try {
      return found(
          wire.granted(token, methods -> methods.usersLookupByEmail(r -> r.email(email)))
              .getUser());
    } catch (SlackErrorException refusal) {
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

  private static Optional<ServicePerson> found(@Nullable User user) {
    if (user == null || orElse(user.getId(), "").isEmpty()) {
      return Optional.empty();
    }
    String shown = user.getProfile() == null ? null : user.getProfile().getDisplayName();
    String name = orElse(shown, orElse(user.getRealName(), orElse(user.getName(), user.getId())));
    return Optional.of(new ServicePerson(user.getId(), name));
  }

  private static String orElse(@Nullable String text, String otherwise) {
    return text == null || text.isEmpty() ? otherwise : text;
  }
}
