package org.messgateway.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
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
  @Conforms(320)
  void whereThereIsNoHouseholdOneIsMadeAndNoneIsOverwritten() throws IOException {
    Optional<String> said = FirstHome.make(chosen(Map.of()));
    Path file = user.resolve(".mess/config.yaml");
    assertTrue(said.orElseThrow().contains(file.toString()), said::toString);
    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())));
    Files.writeString(file, "mine");
    assertEquals(Optional.empty(), FirstHome.make(chosen(Map.of())));
    assertEquals("mine", Files.readString(file));
  }

  @Test
  void aHomeThatSomebodyNamedIsNotMade() throws IOException {
    Path named = user.resolve("mistyped");
    assertEquals(Optional.empty(), FirstHome.make(HomeChoice.of(named, Map.of(), user)));
    assertTrue(Files.notExists(named));
  }
}
