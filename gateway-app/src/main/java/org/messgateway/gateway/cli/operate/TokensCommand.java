package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.KeyFolder;
import org.messgateway.gateway.cli.command.LocalTimes;
import org.messgateway.gateway.cli.command.Table;
import org.messgateway.gateway.cli.command.Table.Cell;
import org.messgateway.gateway.cli.command.Table.Column;
import org.messgateway.gateway.cli.command.Table.Tone;
import org.messgateway.gateway.cli.command.Terminal;
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
      if (json) {
        out().json(rows);
      } else {
        show(tokens, used);
      }
      tokens.stream()
          .filter(StoredToken::endless)
          .forEach(each -> err().line(KeyFolder.endless(each, hint())));
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

  private void show(List<StoredToken> tokens, Map<String, Instant> used) {
    LocalTimes times = Terminal.times();
    Table table =
        terminal()
            .table(
                Column.whole("ID"),
                Column.whole("KIND"),
                Column.of("NAME"),
                Column.whole("AGE"),
                Column.of("USED"),
                Column.of("ENDS"));
    for (StoredToken each : tokens) {
      Instant last = used.get(each.id());
      table.row(
          each.id(),
          each.kind().code(),
          each.name(),
          times.age(each.made()),
          last == null ? new Cell("never used", Tone.DIM) : times.age(last) + " ago",
          ends(each, times));
    }
    out()
        .table(table, "There are no tokens. Make one: " + CommandHint.here().to("token", "--help"));
  }

  private static Cell ends(StoredToken token, LocalTimes times) {
    Instant expires = token.expires();
    if (expires == null) {
      return new Cell("never ends", token.endless() ? Tone.WAITING : Tone.PLAIN);
    }
    return expires.isBefore(times.now())
        ? new Cell("ended " + times.clock(expires), Tone.BAD)
        : Cell.of(times.clock(expires));
  }
}
