package org.messgateway.gateway.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkKeysTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String DELIVERY = "00112233445566778899aabbccddeeff";

  @TempDir private Path keys;

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void linksSignedBeforeARotationGoOnWorkingInAGatewayThatRuns() throws Exception {
    LinkKey running = LinkKey.open(keys, Optional.empty(), nanos::get);
    LinkTokens tokens = new LinkTokens(running, () -> NOW);
    ShortCodes codes = new ShortCodes(running);
    String before = tokens.issue(claims());
    String path = codes.path(DELIVERY);
    new LinkKeys(keys).rotate(NOW, false);
    nanos.addAndGet(KeptKeys.LAG.toNanos());
    String after = tokens.issue(claims());
    assertEquals(claims(), tokens.verify(before));
    assertEquals(claims(), tokens.verify(after));
    assertNotEquals(
        before.substring(0, before.indexOf('.')), after.substring(0, after.indexOf('.')));
    assertNotEquals(path, codes.path(DELIVERY));
    assertEquals(
        Optional.of(DELIVERY),
        codes.deliveryId(ShortCodes.code(DELIVERY), path.substring(path.indexOf('=') + 1)));
  }

  @Test
  void aRotationCanEndAllLinksAtOnce() throws Exception {
    LinkTokens tokens = new LinkTokens(LinkKey.open(keys, Optional.empty(), nanos::get), () -> NOW);
    String before = tokens.issue(claims());
    assertEquals(1, new LinkKeys(keys).rotate(NOW, true));
    assertThrows(TokenException.class, () -> tokens.verify(before));
  }

  @Test
  void aNewKeySignsAfter20MillisecondsAtMost() throws Exception {
    LinkKey running = LinkKey.open(keys, Optional.empty(), nanos::get);
    String first = running.newest().id();
    new LinkKeys(keys).rotate(NOW, true);
    nanos.addAndGet(Duration.ofMillis(20).toNanos() - 1);
    assertEquals(first, running.newest().id());
    nanos.addAndGet(1);
    assertNotEquals(first, running.newest().id());
  }

  @Test
  void aTokenThatAnotherGatewaySignsWithANewKeyIsRecognisedAtOnce() throws Exception {
    LinkKey running = LinkKey.open(keys, Optional.empty(), nanos::get);
    new LinkKeys(keys).rotate(NOW, false);
    LinkKey other = LinkKey.open(keys, Optional.empty(), nanos::get);
    assertTrue(running.verifies("purpose", "text", other.hexMac("purpose", "text")));
    assertEquals(other.newest().id(), running.newest().id());
  }

  @Test
  void keysThatHaveNotSignedForLongGo() throws Exception {
    LinkKey.open(keys, Optional.empty(), nanos::get);
    old("link.key", 90);
    new LinkKeys(keys).rotate(NOW.minus(Duration.ofDays(40)), false);
    old("link-20261011T120000000000Z.key", 40);
    assertEquals(2, new LinkKeys(keys).rotate(NOW, false));
    assertTrue(Files.exists(keys.resolve("link-20261011T120000000000Z.key")));
  }

  private void old(String name, int days) throws Exception {
    Files.setLastModifiedTime(keys.resolve(name), FileTime.from(NOW.minus(Duration.ofDays(days))));
  }

  private static LinkClaims claims() {
    return new LinkClaims("ex1", "r", "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(600));
  }
}
