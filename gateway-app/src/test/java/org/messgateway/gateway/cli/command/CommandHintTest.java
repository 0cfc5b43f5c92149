package org.messgateway.gateway.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class CommandHintTest {

  @Test
  void aHintNamesTheHomeThatWasGiven() {
    assertEquals(
        "./mess-gateway resume ana --home /srv/mess",
        CommandHint.at(Path.of("/srv/mess")).to("resume", "ana"));
  }

  @Test
  void itNamesNoneWhereItIsFoundWithout() {
    assertEquals("./mess-gateway people", CommandHint.here().to("people"));
  }

  @Test
  void aShellTakesItAsItStands() {
    assertEquals(
        "./mess-gateway ping 'käthe'\\''s cat' --home '/my home'",
        CommandHint.at(Path.of("/my home")).to("ping", "käthe's cat"));
  }
}
