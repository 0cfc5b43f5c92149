package org.messgateway.gateway.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.respond.StoredToken;
import org.messgateway.gateway.respond.TokenFile;
import org.messgateway.gateway.respond.TokenKind;
import org.messgateway.gateway.routing.Executor;

/**
 * With what an inbox is opened: a token that was given, else one made for this once, which ends
 * with the command.
 */
final class ListenToken implements AutoCloseable {

  private static final String VARIABLE = "MESS_TOKEN";

  /** Should the command be killed. */
  private static final Duration LIFE = Duration.ofDays(1);

  private final Secret token;
  private final Optional<Own> own;

  private record Own(TokenFile file, String id) {}

  private ListenToken(Secret token, Optional<Own> own) {
    this.token = token;
    this.own = own;
  }

  /** The one given, else that of the environment, else a new one of this home. */
  static ListenToken of(Workplace workplace, String executor, @Nullable String given)
      throws IOException {
    String named = given != null ? given : System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      return new ListenToken(Secret.of(named.strip()), Optional.empty());
    }
    GatewayConfig config = workplace.config();
    Executor found = config.catalogue().executors().get(executor);
    if (found == null) {
      throw Failure.usage("There is no executor " + executor + " in " + workplace.home() + ".");
    }
    if (!Signing.hasInbox(config, found)) {
      throw Failure.usage(
          executor + " has no inbox: write executors." + executor + ".notify: { http: true }");
    }
    TokenFile file = Keys.tokens(workplace);
    Instant now = Instant.now();
    String made = file.make(TokenKind.EXECUTOR, executor, now, now.plus(LIFE));
    Optional<Own> own =
        file.read().stream()
            .map(StoredToken::id)
            .filter(id -> made.startsWith("mess_" + id + "_"))
            .findFirst()
            .map(id -> new Own(file, id));
    return new ListenToken(Secret.of(made), own);
  }

  Secret token() {
    return token;
  }

  @Override
  public void close() throws IOException {
    // File locks do not like threads that were interrupted, and that is how this ends.
    boolean interrupted = Thread.interrupted();
    if (own.isPresent()) {
      own.get().file().revoke(own.get().id());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
