package org.messgateway.gateway.cli.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.command.HomeChoice;
import org.messgateway.testkit.Conforms;

class FirstHomeTest {

  @TempDir private Path user;

  @Test
  @Conforms(320)
  void whereThereIsNoHouseholdOneIsMadeAndNoneIsOverwritten() throws IOException {
    HomeChoice unnamed = new HomeChoice(user.resolve(".mess"), false);
    Optional<String> said = FirstHome.make(unnamed);
    Path file = user.resolve(".mess/config.yaml");
    assertTrue(said.orElseThrow().contains(file.toString()), said::toString);
    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())));
    Files.writeString(file, "mine");
    assertEquals(Optional.empty(), FirstHome.make(unnamed));
    assertEquals("mine", Files.readString(file));
  }

  @Test
  void aHomeThatSomebodyNamedIsNotMade() throws IOException {
    Path named = user.resolve("mistyped");
    assertEquals(Optional.empty(), FirstHome.make(new HomeChoice(named, true)));
    assertTrue(Files.notExists(named));
  }
}
