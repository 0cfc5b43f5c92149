package org.messgateway.gateway.links;

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
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.links.LinkClaims.LinkChain;
import org.messgateway.gateway.links.TokenException.Reason;

/**
 * Tokens of links: JWT, HS256 and nothing else, for one thread and one executor.
 *
 * <p>Both claim names are carried ({@code ref} and {@code request}); {@code exp} is in seconds (RFC
 * 7519). Thread-safe.
 */
public final class LinkTokens {

  private static final String AUDIENCE = "mess-link";

  /** Header, claims and signature. */
  private static final int PARTS = 3;

  private static final String FIRST = "first";
  private static final String STORED_TOKEN = "stored_token";
  private static final String FILE = "file";
  private static final String SHARING = "sharing";

  private final LinkKey key;
  private final Predicate<LinkClaims> ended;
  private final InstantSource clock;
  private volatile @Nullable Signing signing;

  private record Signing(String keyId, JWSHeader header, MACSigner signer) {}

  /** Tokens of which none was ended before its time. */
  public LinkTokens(LinkKey key, InstantSource clock) {
    this(key, _ -> false, clock);
  }

  public LinkTokens(LinkKey key, LinkRevocations revocations, InstantSource clock) {
    this(key, revocations::ended, clock);
  }

  private LinkTokens(LinkKey key, Predicate<LinkClaims> ended, InstantSource clock) {
    this.key = key;
    this.ended = ended;
    this.clock = clock;
  }

  /** A token with the same claims but a later end, where its chain of renewals has not ended. */
  public String renewed(LinkClaims claims) {
    return issue(claims.renewed(clock.instant()));
  }

  /** Whether the links of the claims' executor were ended after this one was made. */
  public boolean ended(LinkClaims claims) {
    return ended.test(claims);
  }

  /** Makes a signed token. Called by this package only: claims come from it, too. */
  public String issue(LinkClaims claims) {
    JWTClaimsSet.Builder set =
        new JWTClaimsSet.Builder()
            .audience(AUDIENCE)
            .claim("exchange", claims.exchange())
            .claim("ref", claims.ref())
            .claim("request", claims.ref())
            .claim("executor", claims.executor())
            .claim("permissions", codes(claims.permissions()))
            .expirationTime(Date.from(claims.expires()))
            .issueTime(Date.from(claims.chain().issued()))
            .claim(FIRST, claims.chain().first().toEpochMilli())
            .claim(STORED_TOKEN, claims.chain().storedToken())
            .claim(FILE, claims.file());
    if (!claims.sharing().isEmpty()) {
      set.claim(SHARING, claims.sharing());
    }
    try {
      Signing signing = signing(key.newest());
      SignedJWT jwt = new SignedJWT(signing.header(), set.build());
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
   * The claims of a token that is genuine and has not expired.
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
   * The claims of a genuine token, expired or not; empty for any other. Only for sending a new link
   * in place of an old one.
   */
  public Optional<LinkClaims> genuine(String token) {
    if (!spelled(token)) {
      return Optional.empty();
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      boolean ours = JWSAlgorithm.HS256.equals(jwt.getHeader().getAlgorithm()) && signed(jwt);
      return ours ? Optional.ofNullable(claims(jwt.getJWTClaimsSet())) : Optional.empty();
    } catch (ParseException | JOSEException | RuntimeException e) {
      // Any failure of the parser means that the text is not a token of this gateway.
      return Optional.empty();
    }
  }

  /** The parser skips characters that are not Base64, and ignores the last bits of a signature. */
  private static boolean spelled(String token) {
    String[] parts = token.split("\\.", -1);
    return parts.length == PARTS
        && Stream.of(parts).allMatch(part -> CanonicalBase64.decoded(part).isPresent());
  }

  /** Checked by the key that the token names; by all keys where it names none, as old tokens. */
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
    if (!whole) {
      return null;
    }
    LinkClaims unnamed =
        new LinkClaims(exchange, ref, executor, permissions(set), expires.toInstant());
    return new LinkClaims(
        exchange,
        ref,
        executor,
        unnamed.permissions(),
        unnamed.expires(),
        chain(set).orElse(unnamed.chain()),
        set.getStringClaim(FILE),
        Objects.requireNonNullElse(set.getStringListClaim(SHARING), List.of()));
  }

  /** Empty for tokens of earlier versions. */
  private static Optional<LinkChain> chain(JWTClaimsSet set) throws ParseException {
    Long first = set.getLongClaim(FIRST);
    Date issued = set.getIssueTime();
    return first == null || issued == null
        ? Optional.empty()
        : Optional.of(
            new LinkChain(
                Instant.ofEpochMilli(first), issued.toInstant(), set.getStringClaim(STORED_TOKEN)));
  }

  private static Set<Permission> permissions(JWTClaimsSet set) throws ParseException {
    EnumSet<Permission> permissions = EnumSet.noneOf(Permission.class);
    Objects.requireNonNullElse(set.getStringListClaim("permissions"), List.<String>of())
        .forEach(code -> Permission.of(code).ifPresent(permissions::add));
    return permissions;
  }

  /**
   * The end of a link's life: 24 h from now or 24 h after the deadline, whichever is later; 30 days
   * from now at most.
   */
  public static Instant expiry(Instant now, @Nullable Instant deadline) {
    Instant day = now.plusSeconds(24 * 3600L);
    Instant month = now.plus(LinkClaims.LONGEST);
    Instant afterDeadline = deadline == null ? day : deadline.plusSeconds(24 * 3600L);
    Instant later = afterDeadline.isAfter(day) ? afterDeadline : day;
    return later.isAfter(month) ? month : later;
  }
}
