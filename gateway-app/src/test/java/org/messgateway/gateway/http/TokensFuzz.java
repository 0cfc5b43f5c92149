package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenException;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/**
 * Whatever is sent as a token, a short link or a range: nothing that was not signed opens anything,
 * and a token that does says what was signed.
 */
class TokensFuzz {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String DELIVERY = "0123456789abcdef0123456789abcdef";
  private static final LinkClaims CLAIMS =
      new LinkClaims(
          "ex1",
          "r1",
          "ana",
          EnumSet.allOf(Permission.class),
          Instant.parse("2026-11-21T12:00:00Z"));

  private static final LinkKey KEY = LinkKey.of(new byte[32], Optional.empty());
  private static final LinkTokens LINKS = new LinkTokens(KEY, () -> NOW);
  private static final ShortCodes CODES = new ShortCodes(KEY);

  @TempDir static Path keys;
  private static StoredTokens stored;
  private static String made;

  @BeforeAll
  static void create() throws IOException {
    made = new TokenFile(keys).make(TokenKind.EXECUTOR, "ana", NOW, null);
    stored = new StoredTokens(keys, () -> NOW);
  }

  @FuzzTest
  void open(byte[] input) {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> open(new String(each, UTF_8)));
    }
  }

  private static void open(String text) {
    link(text);
    storedToken(text);
    int split = text.indexOf('?');
    String code = split < 0 ? text : text.substring(0, split);
    String token = split < 0 ? text : text.substring(split + 1);
    CODES.deliveryId(code, token).ifPresent(id -> assertEquals(DELIVERY, id));
    range(text);
  }

  private static void link(String text) {
    Optional<LinkClaims> genuine = LINKS.genuine(text);
    genuine.ifPresent(claims -> assertEquals(CLAIMS, claims));
    try {
      assertEquals(genuine, Optional.of(LINKS.verify(text)));
    } catch (TokenException failure) {
      assertTrue(genuine.isEmpty(), text);
    }
  }

  private static void storedToken(String text) {
    try {
      assertEquals("ana", stored.verify(text).name());
      assertEquals(made, text);
    } catch (TokenException failure) {
      assertTrue(!text.equals(made));
    }
  }

  private static void range(String text) {
    for (long size : new long[] {0, 1, 1000}) {
      try {
        FileRange.of(text, size)
            .ifPresent(range -> {
              assertTrue(0 <= range.first() && range.first() <= range.last());
              assertTrue(range.last() < size);
            });
      } catch (FileRange.UnsatisfiableException outside) {
        assertTrue(text.contains("bytes="));
      }
    }
  }
}
