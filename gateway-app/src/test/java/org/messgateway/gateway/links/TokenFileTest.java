package org.messgateway.gateway.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenException.Reason;

class TokenFileTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir private Path keys;

  private TokenFile file() {
    return new TokenFile(keys);
  }

  /**
   * After {@code mess_}, the id of 10 digits and {@code _}; the secret may hold a {@code _} itself.
   */
  private static String secretOf(String token) {
    return token.substring(16);
  }

  @Test
  void aTokenIsKeptHashedAndReadableByNobodyElse() throws Exception {
    String token = file().make(TokenKind.EXECUTOR, "roomba", NOW, null);
    String kept = Files.readString(keys.resolve("tokens.yaml"));
    assertFalse(kept.contains(secretOf(token)), kept);
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.resolve("tokens.yaml"))));
    StoredToken known = new StoredTokens(keys, () -> NOW).verify(token);
    assertEquals(TokenKind.EXECUTOR, known.kind());
    assertEquals("roomba", known.name());
  }

  @Test
  void aTokenWithAnotherSecretOrAnotherIdIsForged() throws Exception {
    String one = file().make(TokenKind.AGENT, "claude", NOW, null);
    String two = file().make(TokenKind.OPERATOR, "pat", NOW, null);
    StoredTokens tokens = new StoredTokens(keys, () -> NOW);
    String mixed = two.substring(0, 16) + secretOf(one);
    for (String forged :
        new String[] {one + "x", one.substring(0, one.length() - 1), mixed, "mess__"}) {
      TokenException failure = assertThrows(TokenException.class, () -> tokens.verify(forged));
      assertEquals(Reason.FORGED, failure.reason());
    }
  }

  @Test
  void aDamagedFileOpensNothingAndIsNotOverwritten() throws Exception {
    String token = file().make(TokenKind.AGENT, "claude", NOW, null);
    StoredTokens tokens = new StoredTokens(keys, () -> NOW);
    tokens.verify(token);
    Files.writeString(keys.resolve("tokens.yaml"), "tokens: [{id: [");
    assertThrows(TokenException.class, () -> tokens.verify(token));
    assertThrows(IOException.class, () -> file().make(TokenKind.AGENT, "b", NOW, null));
    assertEquals("tokens: [{id: [", Files.readString(keys.resolve("tokens.yaml")));
  }

  @Test
  void whenATokenWasUsedIsRememberedToTheHour() throws Exception {
    String token = file().make(TokenKind.AGENT, "claude", NOW, null);
    String id = file().read().getFirst().id();
    new StoredTokens(keys, () -> NOW).verify(token);
    new StoredTokens(keys, () -> NOW.plusSeconds(3_000)).verify(token);
    assertEquals(NOW, new TokenUsage(keys).read().get(id));
    new StoredTokens(keys, () -> NOW.plusSeconds(3_700)).verify(token);
    assertEquals(NOW.plusSeconds(3_700), new TokenUsage(keys).read().get(id));
  }

  @Test
  void revokingWhatIsNotThereSaysSo() throws Exception {
    assertFalse(file().revoke("0011223344"));
    file().make(TokenKind.AGENT, "claude", NOW, null);
    assertTrue(file().revoke(file().read().getFirst().id()));
  }
}
