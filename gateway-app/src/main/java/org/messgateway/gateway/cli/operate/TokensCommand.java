package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.KeyFolder;
import org.messgateway.gateway.links.StoredToken;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code tokens}: which tokens open this gateway; never the tokens themselves. */
@CommandLine.Command(name = "tokens", description = "Lists the tokens of programs.")
public final class TokensCommand extends Command {

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      Map<String, Instant> used = KeyFolder.use(context).read();
      List<StoredToken> tokens = KeyFolder.tokens(context).read();
      List<Map<String, Object>> rows =
          tokens.stream().map(token -> row(token, used.get(token.id()))).toList();
      String none = "There are no tokens. Make one: " + CommandHint.here().to("token", "--help");
      out().rows(json, rows, row -> text(row, Instant.now()), none);
      tokens.stream()
          .filter(StoredToken::endless)
          .forEach(each -> err().line(KeyFolder.endless(each)));
      return DONE;
    } catch (IOException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, Object> row(StoredToken token, @Nullable Instant used) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", token.id());
    row.put("kind", token.kind().code());
    row.put("name", token.name());
    row.put("made", token.made().toString());
    row.put("used", used == null ? "" : used.toString());
    row.put("expires", token.expires() == null ? "" : token.expires().toString());
    return row;
  }

  private static String text(Map<String, Object> row, Instant now) {
    return "%s  %-8s  %-20s  made %.10s  %s  %s"
        .formatted(
            row.get("id"),
            row.get("kind"),
            row.get("name"),
            row.get("made"),
            "".equals(row.get("used")) ? "never used" : "used " + clock(row.get("used"), now),
            "".equals(row.get("expires")) ? "never ends" : "ends " + clock(row.get("expires"), now))
        .strip();
  }

  /** Where the operator is. */
  private static String clock(@Nullable Object instant, Instant now) {
    return NotificationText.clock(
        Instant.parse(String.valueOf(instant)), now, ZoneId.systemDefault());
  }
}
