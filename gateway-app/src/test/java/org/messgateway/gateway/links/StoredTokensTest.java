package org.messgateway.gateway.links;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.home.DocumentUnreadableOnce;
import org.messgateway.gateway.home.FileDocument;

/** Which agents have a token, and so an inbox. */
class StoredTokensTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir Path folder;

  @Test
  void anAgentHasATokenFromWhenItIsMadeUntilItEnds() throws Exception {
    TokenFile file = new TokenFile(folder);
    ControlKey key = new ControlKey(LinkKey.open(folder, Optional.empty(), System::nanoTime));
    StoredTokens tokens = new StoredTokens(file, folder, key, () -> NOW);
    assertFalse(tokens.hasAgent("claude"));
    file.make(TokenKind.AGENT, "claude", NOW, NOW.minusSeconds(1));
    file.make(TokenKind.EXECUTOR, "claude", NOW, null);
    assertFalse(tokens.hasAgent("claude"));
    file.make(TokenKind.AGENT, "claude", NOW, NOW.plusSeconds(1));
    assertTrue(tokens.hasAgent("claude"));
    assertFalse(tokens.hasAgent("other"));
    assertTrue(file.revoke(file.read().getLast().id()));
    assertFalse(tokens.hasAgent("claude"));
  }

  @Test
  void whenTheyCannotBeReadOnceNoTokenIsAcceptedUntilTheNextRequest() throws Exception {
    DocumentUnreadableOnce document =
        new DocumentUnreadableOnce(new FileDocument(folder.resolve(TokenFile.FILE)));
    StoredTokens tokens = new StoredTokens(new TokenFile(document), folder, () -> NOW);
    new TokenFile(folder).make(TokenKind.AGENT, "claude", NOW, NOW.plusSeconds(1));
    document.failNextRead();
    assertFalse(tokens.hasAgent("claude"));
    assertTrue(tokens.hasAgent("claude"));
  }

  @Test
  void aCommandOfThisMachineMakesNoInboxForTheAgentAsWhichItSpeaks() throws Exception {
    ControlKey key = new ControlKey(LinkKey.open(folder, Optional.empty(), System::nanoTime));
    StoredTokens tokens = new StoredTokens(new TokenFile(folder), folder, key, () -> NOW);
    assertTrue(tokens.alive(tokens.verify(key.tokenAs(TokenKind.AGENT, "claude")).id()));
    assertFalse(tokens.hasAgent("claude"));
  }
}
