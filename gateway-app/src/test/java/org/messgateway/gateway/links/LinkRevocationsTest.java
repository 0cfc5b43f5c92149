package org.messgateway.gateway.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.home.DocumentUnreadableOnce;
import org.messgateway.gateway.home.FileDocument;

class LinkRevocationsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");

  @TempDir private Path folder;

  private static LinkClaims link(String executor, Instant made) {
    return LinkClaims.granted("ex1", "r", executor, made, null);
  }

  @Test
  void whatWasMadeBeforeEndsAndWhatIsMadeAfterwardsOpens() throws IOException {
    LinkRevocations running = new LinkRevocations(folder.resolve("keys"));
    assertFalse(running.ended(link("ana", NOW.minusSeconds(1))));
    new LinkRevocations(folder.resolve("keys")).revoke("ana", NOW);
    assertTrue(running.ended(link("ana", NOW.minusSeconds(1))));
    assertTrue(running.ended(link("ana", NOW.minusSeconds(1)).renewed(NOW.plusSeconds(9))));
    assertTrue(running.ended(link("ana", NOW.minusSeconds(1)).forFile("files/a.jpg")));
    assertFalse(running.ended(link("ana", NOW)));
    assertFalse(running.ended(link("ben", NOW.minusSeconds(1))));
  }

  @Test
  void aTokenOfAnEarlierVersionEndsToo() throws IOException {
    LinkRevocations revocations = new LinkRevocations(folder.resolve("keys"));
    revocations.revoke("ana", NOW);
    Instant latest = NOW.plus(Duration.ofDays(30));
    assertTrue(
        revocations.ended(new LinkClaims("ex1", "r", "ana", Set.of(), latest.minusSeconds(1))));
  }

  @Test
  void theyOutliveAnyNumberOfReadersAndAreKeptForAsLongAsALinkLives() throws IOException {
    LinkRevocations revocations = new LinkRevocations(folder.resolve("keys"));
    for (int day = 0; day < 100; day++) {
      revocations.revoke("robot: " + day, NOW.plus(Duration.ofDays(day)));
    }
    List<String> lines = Files.readAllLines(folder.resolve("keys").resolve(LinkRevocations.FILE));
    assertTrue(lines.size() < 40, lines.toString());
    LinkRevocations later = new LinkRevocations(folder.resolve("keys"));
    assertTrue(later.ended(link("robot: 80", NOW.plus(Duration.ofDays(79)))));
  }

  @Test
  void aRevocationThatCouldNotBeReadOnceCountsFromTheNextRequestOn() throws IOException {
    LinkRevocations command = new LinkRevocations(folder);
    command.revoke("ben", NOW);
    DocumentUnreadableOnce document =
        new DocumentUnreadableOnce(new FileDocument(folder.resolve(LinkRevocations.FILE)));
    LinkRevocations running = new LinkRevocations(document);
    assertTrue(running.ended(link("ben", NOW.minusSeconds(1))));
    command.revoke("ana", NOW);
    document.failNextRead();
    assertFalse(running.ended(link("ana", NOW.minusSeconds(1))), "what was read before counts");
    assertTrue(running.ended(link("ana", NOW.minusSeconds(1))));
  }

  @Test
  void onlyTheOwnerReadsThem() throws IOException {
    new LinkRevocations(folder.resolve("keys")).revoke("ana", NOW);
    Path file = folder.resolve("keys").resolve(LinkRevocations.FILE);
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
  }

  @Test
  void damageEndsNoRevocationAndAtAStartOpensNothing() throws IOException {
    LinkRevocations running = new LinkRevocations(folder.resolve("keys"));
    running.revoke("ana", NOW);
    assertTrue(running.ended(link("ana", NOW.minusSeconds(1))));
    Files.writeString(folder.resolve("keys").resolve(LinkRevocations.FILE), "ana: [once");
    assertTrue(running.ended(link("ana", NOW.minusSeconds(1))));
    assertFalse(running.ended(link("ben", NOW.minusSeconds(1))));
    LinkRevocations started = new LinkRevocations(folder.resolve("keys"));
    assertTrue(started.ended(link("ben", NOW.minusSeconds(1))));
  }
}
