package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.TaskLinks;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.testkit.Conforms;

final class LinkFactoryTest {

  private static final String DELIVERY = "00112233445566778899aabbccddeeff";
  private static final URI PUBLIC = URI.create("https://mess.example.com");

  private final MovableClock clock = new MovableClock();
  private final LinkKey key = LinkKey.of(new byte[32], Optional.empty());
  private final LinkTokens tokens = new LinkTokens(key, clock);
  private final ShortCodes codes = new ShortCodes(key);
  private final LinkFactory factory = new LinkFactory(tokens, codes, clock);

  @ParameterizedTest
  @CsvSource({
    "https://mess.example.com, PEOPLE, U04TEAGUE, true",
    "https://mess.example.com, MACHINES, http://192.168.1.20/mess, true",
    "http://192.168.1.2:8420, PEOPLE, U04TEAGUE, true",
    "http://localhost:8420, PEOPLE, U04TEAGUE, false",
    "http://127.0.0.1:8420, PEOPLE, +14155550123, false",
    "http://[::1]:8420, PEOPLE, U04TEAGUE, false",
    "http://localhost:8420, PEOPLE, http://localhost/, false",
    "http://localhost:8420, MACHINES, http://localhost:9000/mess, true",
    "http://localhost:8420, MACHINES, http://127.0.0.1/mess, true",
    "http://localhost:8420, MACHINES, http://127.8.9.10/mess, true",
    "http://127.0.0.1:8420, MACHINES, http://[::1]:9000/mess, true",
    "http://localhost:8420, MACHINES, http://192.168.1.20/mess, false",
    "http://localhost:8420, MACHINES, https://robot.example.com/mess, false",
    "http://localhost:8420, MACHINES, http://localhost.example.com/mess, false",
    "http://localhost:8420, MACHINES, http://[fd00::20]/mess, false",
    "http://localhost:8420, MACHINES, no url at all, false"
  })
  void aLinkIsGivenWhereItWouldOpen(
      URI clientUrl, Audience audience, String address, boolean opens) {
    assertEquals(opens, factory.opens(clientUrl, audience, Address.configured(address)));
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, true",
    "LocalHost, true",
    "robot.localhost, true",
    "Robot.LOCALHOST, true",
    "127.0.0.1, true",
    "127.255.255.254, true",
    "::1, true",
    "[::1], true",
    "[0:0:0:0:0:0:0:1], true",
    "[::ffff:127.0.0.1], true",
    "[::2], false",
    "0.0.0.0, false",
    "10.0.0.1, false",
    "localhost.example.com, false",
    "notlocalhost, false",
    "127.0.0.1.example.com, false",
    ", false"
  })
  void aHostIsThisMachineOnlyWhenItSaysSo(String host, boolean loopback) {
    assertEquals(loopback, LinkFactory.loopback(host));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-20-001",
        "café 1",
        "a&b=c?d#e",
        "100%25+1",
        "token=x&ref=other",
        "家-🧅",
        "[x]{y}|^`\"<>"
      })
  void anOddRefStaysOneRefInEveryLink(String ref) {
    TaskLinks links = factory.links(PUBLIC, DELIVERY, claims(ref));
    String query = links.page().getRawQuery();
    assertEquals("ref", query.substring(0, query.indexOf('=')));
    assertEquals(2, query.split("&", -1).length, query);
    String written = query.substring("ref=".length(), query.indexOf('&'));
    assertEquals(ref, URLDecoder.decode(written, UTF_8));
    assertFalse(written.contains("+"), "a plus is a blank to some and a plus to others");
    assertEquals("/respond", links.page().getPath());
    assertEquals("/thread/" + ref, links.respond().getPath());
    assertEquals("token=" + tokens.issue(claims(ref)), links.respond().getRawQuery());
    assertEquals(3, links.respond().getRawPath().split("/", -1).length);
  }

  @ParameterizedTest
  @CsvSource({
    "https://mess.example.com, https://mess.example.com",
    "https://mess.example.com/, https://mess.example.com",
    "https://example.com/mess//, https://example.com/mess",
    "http://[::1]:8420, http://[::1]:8420"
  })
  @Conforms({162, 163, 263})
  void linksStartWithTheClientUrlAndOneSlash(URI clientUrl, String start) {
    TaskLinks links = factory.links(clientUrl, DELIVERY, claims("r"));
    String token = tokens.issue(claims("r"));
    assertEquals(start + "/respond?ref=r&token=" + token, links.page().toString());
    assertEquals(start + "/thread/r?token=" + token, links.respond().toString());
    assertEquals(start + codes.path(DELIVERY), links.shortPage().toString());
  }

  @Test
  @Conforms({164, 201})
  void theShortLinkLeadsToTheDelivery() {
    URI link = factory.links(PUBLIC, DELIVERY, claims("r")).shortPage();
    String code = link.getPath().substring("/r/".length());
    String token = link.getQuery().substring("t=".length());
    assertEquals(Optional.of(DELIVERY), codes.deliveryId(code, token));
  }

  @Test
  void aLinkToAFileIsForThatFileAndForNoAction() throws TokenException {
    LinkClaims claims = claims("a b").sharedBy(List.of("ana", "ben"));
    FileLinks files = factory.files(PUBLIC, claims, LocalFiles.NONE);
    URI attachment = files.attachment("att-001-döner#.jpg");
    assertEquals("/thread/a%20b/files/att-001-d%C3%B6ner%23.jpg", attachment.getRawPath());
    assertEquals(claims.forFile("files/att-001-döner#.jpg"), claims(attachment));
    assertEquals("/thread/a%20b/files/inline-2-0", files.inline(2, 0).getRawPath());
    assertEquals(claims.forFile("files/inline-2-0"), claims(files.inline(2, 0)));
    assertEquals("/thread/a%20b/remote/3/1", files.remote(3, 1).getRawPath());
    assertEquals(claims.forFile("remote/3/1"), claims(files.remote(3, 1)));
    assertEquals(Set.of(), claims(attachment).permissions());
    assertEquals(List.of(), claims(attachment).sharing());
    assertEquals(claims.expires(), claims(attachment).expires());
  }

  @Test
  void aLinkInsteadOfALargeFileIsForThatFileForThirtyDays() throws TokenException {
    LinkClaims claims = claims(factory.reading(PUBLIC, "ex", "r", "ana", "scan.pdf"));
    assertEquals("files/scan.pdf", claims.file());
    assertEquals(Set.of(), claims.permissions());
    assertEquals(clock.in(Duration.ofDays(30)), claims.expires());
  }

  @Test
  void aTokenIsForOneThreadAndOneExecutorAndEndsAfterADay() throws TokenException {
    String token = factory.token(granted("2026-11-20-001", null));
    LinkClaims claims = tokens.verify(token);
    assertEquals("ex", claims.exchange());
    assertEquals("2026-11-20-001", claims.ref());
    assertEquals("ana", claims.executor());
    Set<Permission> all = EnumSet.allOf(Permission.class);
    assertEquals(all, claims.permissions());
    assertEquals(clock.in(Duration.ofHours(24)), claims.expires());
    clock.advance(Duration.ofHours(24));
    assertThrows(TokenException.class, () -> tokens.verify(token));
  }

  @Test
  void aTokenOutlivesTheDeadlineByADay() throws TokenException {
    Instant deadline = clock.in(Duration.ofDays(3));
    LinkClaims claims = tokens.verify(factory.token(granted("r", deadline)));
    assertEquals(deadline.plus(Duration.ofHours(24)), claims.expires());
  }

  private LinkClaims granted(String ref, @Nullable Instant deadline) {
    return factory.granted("ex", ref, "ana", deadline, List.of());
  }

  private LinkClaims claims(String ref) {
    return granted(ref, null);
  }

  private LinkClaims claims(URI link) throws TokenException {
    return tokens.verify(link.getRawQuery().substring("token=".length()));
  }
}
