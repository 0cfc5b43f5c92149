package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.KeyFolder;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.links.TokenKind;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code token}: makes a token for a program; prints it this once. */
@CommandLine.Command(
    name = "token",
    description = "Makes a token with which a program uses the HTTP API; it is shown only now.")
public final class TokenCommand extends Command {

  /** Life of an agent's or an operator's token. */
  private static final Duration YEAR = Duration.ofDays(365);

  @Parameters(
      index = "0",
      paramLabel = "KIND",
      description = "executor (its inbox and tasks), agent (its requests) or operator.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String kind;

  @Parameters(index = "1", paramLabel = "NAME", description = "Whose: an executor, an agent …")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String name;

  @Option(
      names = "--expires",
      paramLabel = "DURATION",
      description = "When it ends: 90d, 12h, never (default: 365d; for an executor never).")
  private @Nullable String expires;

  @Option(
      names = "--new",
      description = "For an executor that is not there yet: it may register itself.")
  private boolean isNew;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.inForce();
      TokenKind wanted = kind();
      Instant now = Instant.now();
      checkName(config, wanted);
      checkOthers(context, config, wanted, now);
      String token = KeyFolder.tokens(context).make(wanted, name, now, ends(now, wanted));
      print(token);
      return DONE;
    } catch (IOException e) {
      throw CommandFailure.failed("The token could not be kept: " + e.getMessage());
    }
  }

  private TokenKind kind() {
    return TokenKind.of(kind)
        .orElseThrow(() ->
            CommandFailure.usage(
                kind.equals("link")
                    ? "Tokens of links are made with each message and need not be asked for."
                    : "There is no kind `" + kind + "`: write executor, agent or operator."));
  }

  private void checkName(GatewayConfig config, TokenKind wanted) {
    if (wanted == TokenKind.EXECUTOR
        && !isNew
        && !config.catalogue().executors().containsKey(name)) {
      throw CommandFailure.usage(
          "There is no executor `"
              + name
              + "`; there are: "
              + String.join(", ", config.catalogue().executors().keySet())
              + ". For one that registers itself: --new");
    }
    if (!name.matches("[\\w.@+-]{1,100}")) {
      throw CommandFailure.usage("A name has letters, digits and . _ - @ + only.");
    }
  }

  /** An agent and an executor of one name would speak for each other. */
  private void checkOthers(
      CommandContext context, GatewayConfig config, TokenKind wanted, Instant now)
      throws IOException {
    if (wanted == TokenKind.AGENT && config.catalogue().executors().containsKey(name)) {
      throw CommandFailure.usage(
          "`" + name + "` is an executor, and no agent can have its name. Choose another one.");
    }
    if (wanted == TokenKind.EXECUTOR
        && (config.catalogue().agent(name).isPresent()
            || context.documents().agents(now).contains(name))) {
      throw CommandFailure.usage(
          "`" + name + "` is an agent, and no executor can have its name. Choose another one.");
    }
  }

  private @Nullable Instant ends(Instant now, TokenKind wanted) {
    if (expires == null) {
      return wanted == TokenKind.EXECUTOR ? null : now.plus(YEAR);
    }
    if (expires.equals("never")) {
      return null;
    }
    Duration duration =
        Durations.parse(expires)
            .filter(Duration::isPositive)
            .orElseThrow(() ->
                CommandFailure.usage("--expires wants a duration like 90d or 12h, or never."));
    return now.plus(duration);
  }

  private void print(String token) {
    if (json) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("kind", kind);
      row.put("name", name);
      row.put("token", token);
      out().json(row);
    } else {
      out().line(token);
      err().line("It is shown only now. Send it as: Authorization: Bearer <token>");
    }
  }
}
