package org.messgateway.gateway.respond;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.respond.TokenException.Reason;

/**
 * Tokens of links: JWT, HS256 and nothing else, for one thread and one executor.
 *
 * <p>Both claim names of the plan are carried ({@code ref} and {@code request}); {@code exp} is in
 * seconds (RFC 7519). Thread-safe.
 */
public final class LinkTokens {

  private static final String AUDIENCE = "mess-link";

  private final LinkKey key;
  private final InstantSource clock;
  private volatile @Nullable Signing signing;

  private record Signing(String keyId, JWSHeader header, MACSigner signer) {}

  public LinkTokens(LinkKey key, InstantSource clock) {
    this.key = key;
    this.clock = clock;
  }

  /** Signs. */
  public String issue(LinkClaims claims) {
    JWTClaimsSet set =
        new JWTClaimsSet.Builder()
            .audience(AUDIENCE)
            .claim("exchange", claims.exchange())
            .claim("ref", claims.ref())
            .claim("request", claims.ref())
            .claim("executor", claims.executor())
            .claim("permissions", codes(claims.permissions()))
            .expirationTime(Date.from(claims.expires()))
            .build();
    try {
      Signing signing = signing(key.newest());
      SignedJWT jwt = new SignedJWT(signing.header(), set);
      jwt.sign(signing.signer());
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("a 32-byte key signs HS256", e);
    }
  }

  /** Header and signer are the same for all tokens of a key; making them costs more than a MAC. */
  private Signing signing(LinkKey.Single newest) throws JOSEException {
    Signing last = signing;
    if (last == null || !last.keyId().equals(newest.id())) {
      JWSHeader plain = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(newest.id()).build();
      JWSHeader encoded = new JWSHeader.Builder(plain).parsedBase64URL(plain.toBase64URL()).build();
      last = new Signing(newest.id(), encoded, new MACSigner(newest.bytes()));
      signing = last;
    }
    return last;
  }

  private static List<String> codes(Set<Permission> permissions) {
    List<String> codes = new ArrayList<>(permissions.size());
    for (Permission permission : Permission.values()) {
      if (permissions.contains(permission)) {
        codes.add(permission.code());
      }
    }
    return codes;
  }

  /**
   * What a token says, once it has proved genuine and alive.
   *
   * @throws TokenException when it is missing, forged or expired
   */
  public LinkClaims verify(@Nullable String token) throws TokenException {
    if (token == null || token.isBlank()) {
      throw new TokenException(Reason.MISSING);
    }
    LinkClaims claims = genuine(token).orElseThrow(() -> new TokenException(Reason.FORGED));
    if (!clock.instant().isBefore(claims.expires())) {
      throw new TokenException(Reason.EXPIRED);
    }
    return claims;
  }

  /**
   * What a token of ours says, though its time may be over; empty for any other. For sending a new
   * link in place of an old one, and for nothing else.
   */
  public Optional<LinkClaims> genuine(String token) {
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      boolean ours = JWSAlgorithm.HS256.equals(jwt.getHeader().getAlgorithm()) && signed(jwt);
      return ours ? Optional.ofNullable(claims(jwt.getJWTClaimsSet())) : Optional.empty();
    } catch (ParseException | JOSEException | RuntimeException e) {
      // Whatever a stranger's text makes of the parser, it is not one of our tokens.
      return Optional.empty();
    }
  }

  /** By the key it names; by any of ours when it names none, as the first ones did. */
  private boolean signed(SignedJWT jwt) throws JOSEException {
    String named = jwt.getHeader().getKeyID();
    boolean signed = false;
    for (LinkKey.Single one : key.all()) {
      if (named == null || one.id().equals(named)) {
        signed |= jwt.verify(new MACVerifier(one.bytes()));
      }
    }
    return signed;
  }

  private static @Nullable LinkClaims claims(JWTClaimsSet set) throws ParseException {
    String exchange = set.getStringClaim("exchange");
    String ref = set.getStringClaim("ref");
    String executor = set.getStringClaim("executor");
    Date expires = set.getExpirationTime();
    boolean whole =
        set.getAudience().equals(List.of(AUDIENCE))
            && exchange != null
            && ref != null
            && executor != null
            && expires != null;
    return whole
        ? new LinkClaims(exchange, ref, executor, permissions(set), expires.toInstant())
        : null;
  }

  private static Set<Permission> permissions(JWTClaimsSet set) throws ParseException {
    EnumSet<Permission> permissions = EnumSet.noneOf(Permission.class);
    Objects.requireNonNullElse(set.getStringListClaim("permissions"), List.<String>of())
        .forEach(code -> Permission.of(code).ifPresent(permissions::add));
    return permissions;
  }

  /**
   * Until when a link to a task lives: 24 h, or the deadline and 24 h, whichever is later; at most
   * 30 days.
   */
  public static Instant expiry(Instant now, @Nullable Instant deadline) {
    Instant day = now.plusSeconds(24 * 3600L);
    Instant month = now.plusSeconds(30 * 24 * 3600L);
    Instant afterDeadline = deadline == null ? day : deadline.plusSeconds(24 * 3600L);
    Instant later = afterDeadline.isAfter(day) ? afterDeadline : day;
    return later.isAfter(month) ? month : later;
  }
}
