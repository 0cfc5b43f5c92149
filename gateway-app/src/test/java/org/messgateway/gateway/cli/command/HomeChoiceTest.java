package org.messgateway.gateway.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;

class HomeChoiceTest {

  @TempDir private Path user;

  private HomeChoice chosen(Map<String, String> environment) {
    return HomeChoice.of(null, environment, user);
  }

  private Path configured(String folder) throws IOException {
    Path home = Files.createDirectories(user.resolve(folder));
    Files.writeString(home.resolve("config.yaml"), "agent_id: claude-agent\n");
    return home;
  }

  @Test
  void anOptionComesBeforeTheVariableAndThatBeforeTheUsualFolder() {
    Map<String, String> variable = Map.of("MESS_HOME", "/srv/b");
    assertEquals(
        new HomeChoice(Path.of("/srv/a"), true),
        HomeChoice.of(Path.of("/srv/x/../a"), variable, user));
    assertEquals(new HomeChoice(Path.of("/srv/b"), true), chosen(variable));
    assertEquals(new HomeChoice(user.resolve(".mess"), false), chosen(Map.of()));
  }

  @Test
  @Conforms(245)
  void theConfigurationOfMessMcpCountsWhereTheUsualOneIsMissing() throws IOException {
    Path other = configured(".config/mess-mcp");
    assertEquals(new HomeChoice(other, false), chosen(Map.of()));
    Path usual = configured(".mess");
    assertEquals(new HomeChoice(usual, false), chosen(Map.of()));
  }

  @Test
  void itIsLookedForWhereTheUserKeepsConfigurations() throws IOException {
    Path other = configured("etc/mess-mcp");
    assertEquals(
        new HomeChoice(other, true),
        chosen(Map.of("XDG_CONFIG_HOME", user.resolve("etc").toString())));
  }

  @Test
  void aVariableThatCannotNameAFolderIsAMistakeOfUsage() {
    Map<String, String> variable = Map.of("MESS_HOME", "/srv/h\ud800");
    CommandFailure refused = assertThrows(CommandFailure.class, () -> chosen(variable));
    assertEquals(CommandFailure.USAGE, refused.status());
    assertTrue(refused.sentence().startsWith("MESS_HOME cannot be"), refused::sentence);
  }
}
