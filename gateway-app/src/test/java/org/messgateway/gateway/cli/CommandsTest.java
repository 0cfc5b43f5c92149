package org.messgateway.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line is read by no more than it needs, and understood as if all read it. */
final class CommandsTest {

  @Test
  void eachCommandIsFoundByItsNameAlone() {
    Set<String> all = new Commands().line().getSubcommands().keySet();
    assertTrue(all.size() > 20, all.toString());
    for (String name : all) {
      assertTrue(new Commands().line(name).getSubcommands().containsKey(name), name);
    }
    assertEquals(Set.of("threads"), new Commands().line("threads").getSubcommands().keySet());
  }

  @Test
  void helpHasEachCommandInItsGroup() {
    assertEquals(
        Set.of(), CommandGroups.ungrouped(new Commands().line().getSubcommands().keySet()));
    String help = new Commands().line().getUsageMessage();
    assertTrue(help.indexOf("Start:") < help.indexOf("People:"), help);
    assertTrue(help.lines().allMatch(line -> line.length() <= 80), help);
  }

  @Test
  void runAsItIsMostlyTypedIsReadByHand() {
    assertEquals(Optional.of(new FastRun(null, null)), FastRun.of("run"));
    assertEquals(
        Optional.of(new FastRun(Path.of("/srv/mess"), 8420)),
        FastRun.of("run", "--port", "8420", "--home", "/srv/mess"));
  }

  @Test
  void mcpAsClientsStartItIsReadByHand() {
    assertEquals(Optional.of(new FastMcp(null, null, null)), FastMcp.of("mcp"));
    assertEquals(
        Optional.of(new FastMcp(Path.of("/srv/mess"), "home", "claude")),
        FastMcp.of("mcp", "--agent", "claude", "--home", "/srv/mess", "--exchange", "home"));
    assertEquals(Optional.empty(), FastMcp.of("mcp", "--print-config", "claude"));
    assertEquals(Optional.empty(), FastMcp.of("mcp", "--home", "--agent"));
    assertEquals(Optional.empty(), FastMcp.of("mcp", "--help"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "runs",
        "run --help",
        "run --port",
        "run --port many",
        "run --port -1",
        "run --port 1 --port 2",
        "run --home --port",
        "run --home=/srv/mess",
        "run --prot 8420",
        "help run",
        "threads --home /srv/mess"
      })
  void anyOtherLineIsNot(String line) {
    assertEquals(
        Optional.empty(), FastRun.of(line.isEmpty() ? new String[0] : line.split(" ", -1)));
  }
}
