package org.messgateway.gateway.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.Ran;

/** The folder that somebody names for the demonstration. */
final class DemoHomeTest {

  @TempDir Path home;

  @Test
  void aHouseholdsConfigurationIsNotOverwritten() throws IOException {
    Path config = home.resolve("config.yaml");
    Files.writeString(config, "title: Millers\n");

    Ran ran = Ran.at(home, "demo", "--once");

    assertEquals(2, ran.status(), ran::toString);
    assertTrue(ran.err().contains("is not the demonstration's"), ran::toString);
    assertEquals("title: Millers\n", Files.readString(config));
    assertEquals(Set.of("config.yaml"), names());
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }
}
