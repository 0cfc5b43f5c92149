package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Secret;
import org.messgateway.gateway.links.TokenException.Reason;
import org.messgateway.testkit.Conforms;

class LinkTokensTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final byte[] RANDOM = new byte[32];

  private Instant now = NOW;
  private final LinkKey key = LinkKey.of(RANDOM, Optional.empty());
  private final LinkTokens tokens = new LinkTokens(key, () -> now);
  private final LinkClaims claims =
      new LinkClaims(
          "ex1",
          "2026-11-20-001",
          "ana",
          EnumSet.allOf(Permission.class),
          NOW.plus(Duration.ofHours(24)));

  @Test
  void aTokenSaysWhatWasSigned() throws TokenException {
    assertEquals(claims, tokens.verify(tokens.issue(claims)));
  }

  @Test
  @Conforms({161, 163, 204})
  void bothClaimNamesOfThePlanAreCarriedAndExpIsInSeconds() throws Exception {
    JWTClaimsSet set = SignedJWT.parse(tokens.issue(claims)).getJWTClaimsSet();
    assertEquals("2026-11-20-001", set.getStringClaim("ref"));
    assertEquals("2026-11-20-001", set.getStringClaim("request"));
    assertEquals(claims.expires().getEpochSecond(), set.toJSONObject().get("exp"));
  }

  @Test
  void aTokenOfALinkSaysAllThatWasSigned() throws TokenException {
    LinkClaims link =
        LinkClaims.granted("ex1", "r", "ana", NOW, NOW.plusSeconds(900))
            .sharedBy(List.of("ana", "ben"));
    assertEquals(link, tokens.verify(tokens.issue(link)));
    assertEquals(
        link.forFile("files/ö.jpg"), tokens.verify(tokens.issue(link.forFile("files/ö.jpg"))));
  }

  @Test
  void anotherLibraryReadsOurTokensWhateverTheirTextsHold() throws Exception {
    String odd = "\"q\\ \u0001 \u2028 ü 😀 </script>";
    LinkClaims link =
        LinkClaims.granted("ex1", odd, "ana", NOW, null).sharedBy(List.of("ana", odd));
    SignedJWT jwt = SignedJWT.parse(tokens.issue(link.forFile("files/" + odd)));
    assertTrue(jwt.verify(new MACVerifier(key.signingKey())));
    assertEquals(JWSAlgorithm.HS256, jwt.getHeader().getAlgorithm());
    JWTClaimsSet set = jwt.getJWTClaimsSet();
    assertEquals(odd, set.getStringClaim("ref"));
    assertEquals("files/" + odd, set.getStringClaim("file"));
    assertEquals(List.of("mess-link"), set.getAudience());
    assertEquals(link, tokens.verify(tokens.issue(link)));
  }

  @Test
  void aTokenOfAnotherLibraryIsReadAsOurs() throws Exception {
    JWTClaimsSet set = SignedJWT.parse(tokens.issue(claims)).getJWTClaimsSet();
    assertEquals(claims, tokens.verify(signed(new JWSHeader(JWSAlgorithm.HS256), set)));
  }

  @Test
  void onlyOneAlgorithmAndNoFurtherDemandIsRead() throws Exception {
    JWTClaimsSet set = SignedJWT.parse(tokens.issue(claims)).getJWTClaimsSet();
    JWSHeader demanding =
        new JWSHeader.Builder(JWSAlgorithm.HS256)
            .criticalParams(Set.of("exp"))
            .customParam("exp", 1)
            .build();
    assertRefused(Reason.FORGED, signed(demanding, set));
    String token = tokens.issue(claims);
    String rest = token.substring(token.indexOf('.'));
    for (String algorithm : List.of("none", "HS512", "RS256", "hs256")) {
      String header = "{\"alg\":\"" + algorithm + "\"}";
      assertRefused(Reason.FORGED, CanonicalBase64.encoded(header.getBytes(UTF_8)) + rest);
    }
  }

  private String signed(JWSHeader header, JWTClaimsSet set) throws Exception {
    SignedJWT jwt = new SignedJWT(header, set);
    jwt.sign(new MACSigner(key.signingKey()));
    return jwt.serialize();
  }

  @Test
  void aTokenOfAnEarlierVersionIsReadAndLivesNoLonger() throws Exception {
    JWTClaimsSet set =
        new JWTClaimsSet.Builder()
            .audience("mess-link")
            .claim("exchange", "ex1")
            .claim("ref", "2026-11-20-001")
            .claim("request", "2026-11-20-001")
            .claim("executor", "ana")
            .claim("permissions", List.of("respond", "claim", "decline"))
            .expirationTime(Date.from(claims.expires()))
            .build();
    SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), set);
    jwt.sign(new MACSigner(key.signingKey()));
    LinkClaims old = tokens.verify(jwt.serialize());
    assertEquals(claims, old);
    assertEquals(claims.expires(), old.renewed(NOW.plusSeconds(60)).expires());
  }

  @Test
  void anotherExecutorIsOneAtTheSameAddressOnly() {
    LinkClaims link = LinkClaims.granted("ex1", "r", "ana", NOW, null);
    assertEquals(Optional.empty(), link.as("ben"));
    LinkClaims shared = link.sharedBy(List.of("ana", "ben"));
    assertEquals("ben", shared.as("ben").orElseThrow().executor());
    assertEquals(link.expires(), shared.as("ben").orElseThrow().expires());
    assertEquals(Optional.empty(), shared.as("cleo"));
    assertEquals(Optional.empty(), shared.forFile("files/a").as("ben"));
  }

  @Test
  void aTokenEndsAtItsTime() {
    String token = tokens.issue(claims);
    now = claims.expires();
    assertRefused(Reason.EXPIRED, token);
  }

  @Test
  void noTokenIsMissing() {
    assertRefused(Reason.MISSING, null);
    assertRefused(Reason.MISSING, " ");
  }

  @Test
  void aTokenOfAnotherKeyIsForged() {
    LinkKey other = LinkKey.of(RANDOM, Optional.of(Secret.of("configured")));
    assertRefused(Reason.FORGED, new LinkTokens(other, () -> now).issue(claims));
  }

  @Test
  void aTokenWithoutSignatureIsForged() {
    JWTClaimsSet set =
        new JWTClaimsSet.Builder()
            .audience("mess-link")
            .claim("exchange", "ex1")
            .claim("ref", "2026-11-20-001")
            .claim("executor", "ana")
            .expirationTime(Date.from(claims.expires()))
            .build();
    assertRefused(Reason.FORGED, new PlainJWT(set).serialize());
  }

  @Test
  void aTokenOfOursForSomethingElseIsForged() throws Exception {
    JWTClaimsSet set =
        new JWTClaimsSet.Builder()
            .audience("mess-operator")
            .claim("exchange", "ex1")
            .claim("ref", "2026-11-20-001")
            .claim("executor", "ana")
            .expirationTime(Date.from(claims.expires()))
            .build();
    SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), set);
    jwt.sign(new MACSigner(key.signingKey()));
    assertRefused(Reason.FORGED, jwt.serialize());
  }

  @Test
  void garbageIsForged() {
    for (String garbage : new String[] {"x", "a.b.c", "..", "eyJhbGciOiJub25lIn0..", "\u0000"}) {
      assertRefused(Reason.FORGED, garbage);
    }
  }

  @Test
  void everyChangedCharacterIsForged() {
    String token = tokens.issue(claims);
    // The last character of base64url may hold bits that do not count.
    for (int i = 0; i < token.length() - 1; i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      assertRefused(Reason.FORGED, token.substring(0, i) + other + token.substring(i + 1));
    }
  }

  @Test
  @Conforms(161)
  void aLinkLivesADayOrADayPastTheDeadlineButNoMonthLonger() {
    assertEquals(NOW.plus(Duration.ofDays(1)), LinkTokens.expiry(NOW, null));
    assertEquals(
        NOW.plus(Duration.ofDays(1)), LinkTokens.expiry(NOW, NOW.minus(Duration.ofDays(3))));
    assertEquals(
        NOW.plus(Duration.ofDays(4)), LinkTokens.expiry(NOW, NOW.plus(Duration.ofDays(3))));
    assertEquals(
        NOW.plus(Duration.ofDays(30)), LinkTokens.expiry(NOW, NOW.plus(Duration.ofDays(90))));
  }

  private void assertRefused(Reason reason, @Nullable String token) {
    TokenException failure = assertThrows(TokenException.class, () -> tokens.verify(token));
    assertEquals(reason, failure.reason(), token);
  }
}
