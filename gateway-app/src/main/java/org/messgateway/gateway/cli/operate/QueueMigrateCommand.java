package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.ProgressLine;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.queue.QueueException;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code queue migrate}: from the file in this home to PostgreSQL, all of it or nothing. */
@CommandLine.Command(
    name = "migrate",
    description = {
      "Copies the queue of this home, and what it remembers of answers, into an empty PostgreSQL.",
      "The gateway must not run. The file stays where it is."
    })
final class QueueMigrateCommand extends Command {

  private static final String PASSWORD = "MESS_STORE_PASSWORD";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "URL",
      description = "jdbc:postgresql://host:5432/database")
  private String url = "";

  @Option(names = "--user", paramLabel = "USER", description = "Who may use the database.")
  private @Nullable String user;

  @Option(
      names = "--password-from",
      paramLabel = "NAME",
      description = "The environment variable with the password (default: " + PASSWORD + ").")
  private String passwordFrom = PASSWORD;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Optional<Secret> password =
        Optional.ofNullable(System.getenv(passwordFrom)).filter(p -> !p.isEmpty()).map(Secret::of);
    StoreConfig target = new StoreConfig(url, Optional.ofNullable(user), password);
    try (CommandContext context = workplace()) {
      QueueMigration.MigrationResult done = migrated(context, target);
      if (json) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("from", done.from().toString());
        shown.put("to", done.to());
        shown.put("rows", done.rows());
        out().json(shown);
      } else {
        printResult(done, password.isPresent());
      }
      return DONE;
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    } catch (IOException | GatewayRunningException | QueueException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }

  private static QueueMigration.MigrationResult migrated(CommandContext context, StoreConfig target)
      throws IOException, GatewayRunningException {
    try (ProgressLine _ = ProgressLine.of("Moving the queue")) {
      return new QueueMigration(context.config()).to(target);
    }
  }

  private void printResult(QueueMigration.MigrationResult done, boolean withPassword) {
    long rows = done.rows().values().stream().mapToLong(Long::longValue).sum();
    out().line("%d rows were copied from %s to %s.".formatted(rows, done.from(), done.to()));
    done.rows().forEach((table, count) -> out().line("  %-12s %d".formatted(table, count)));
    out().line("Now write this into config.yaml, and start the gateway:");
    String who = user == null ? "" : ", user: \"" + user + "\"";
    String secret = withPassword ? ", password: \"${" + passwordFrom + "}\"" : "";
    out().line("  store: { url: \"%s\"%s%s }".formatted(shown(), who, secret));
    out().line("The file is not used any more; keep it until you have seen the gateway run.");
  }

  /** As it was typed, but for a password in it. */
  private String shown() {
    return url.replaceAll("(?i)([?&]password=)[^&]*", "$1…");
  }
}
