package org.messgateway.gateway.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlKeyTest {

  private static final InstantSource NOW = InstantSource.fixed(Instant.EPOCH);

  @TempDir Path folder;
  @TempDir Path elsewhere;

  private StoredTokens tokens(ControlKey key) {
    return new StoredTokens(new TokenFile(folder), folder, key, NOW);
  }

  @Test
  void aCommandOfThisMachineSpeaksAsAnAgentWithoutAStoredToken() throws Exception {
    ControlKey key = new ControlKey(LinkKey.open(folder, Optional.empty(), System::nanoTime));
    String token = key.tokenAs(TokenKind.AGENT, "claude agent_1 ü");

    StoredToken verified = tokens(key).verify(token);

    assertEquals("claude agent_1 ü", verified.name());
    assertEquals(TokenKind.AGENT, verified.kind());
    assertTrue(tokens(key).alive(verified.id()));
    assertTrue(token.matches("[A-Za-z0-9._-]+"), token);
    assertTrue(StoredTokens.like(token));
    assertTrue(new TokenFile(folder).read().isEmpty());
  }

  @Test
  void aTokenOfAnotherHomeOrOfAnotherOwnerOpensNothing() {
    ControlKey key = new ControlKey(LinkKey.open(folder, Optional.empty(), System::nanoTime));
    ControlKey other = new ControlKey(LinkKey.open(elsewhere, Optional.empty(), System::nanoTime));
    String ana = key.tokenAs(TokenKind.AGENT, "ana");
    String bob = key.tokenAs(TokenKind.AGENT, "bob");
    String swapped = bob.substring(0, bob.lastIndexOf('_')) + ana.substring(ana.lastIndexOf('_'));

    for (String forged :
        new String[] {
          other.tokenAs(TokenKind.AGENT, "ana"),
          swapped,
          "mess_local.zz_00",
          "mess_local._",
          key.token()
        }) {
      assertThrows(TokenException.class, () -> tokens(key).verify(forged), forged);
    }
    assertFalse(key.opens(ana));
  }
}
