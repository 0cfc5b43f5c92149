package org.messgateway.gateway.cli.robot;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.KeyFolder;
import org.messgateway.gateway.cli.command.SecretOption;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
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
  static ListenToken of(CommandContext context, String executor, @Nullable Secret given)
      throws IOException {
    String named = SecretOption.or(given, VARIABLE);
    if (!named.isBlank()) {
      return new ListenToken(Secret.of(named.strip()), Optional.empty());
    }
    GatewayConfig config = context.config();
    Executor found =
        config
            .catalogue()
            .executor(executor)
            .orElseThrow(() ->
                CommandFailure.usage(
                    "There is no executor " + executor + " in " + context.home() + "."));
    if (!WebhookSigner.hasInbox(config, found)) {
      throw CommandFailure.usage(
          executor + " has no inbox: write executors." + executor + ".notify: { http: true }");
    }
    TokenFile file = KeyFolder.tokens(context);
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
