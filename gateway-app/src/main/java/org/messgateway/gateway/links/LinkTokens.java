package org.messgateway.gateway.links;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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

  private static final String FIRST = "first";
  private static final String STORED_TOKEN = "stored_token";
  private static final String FILE = "file";
  private static final String SHARING = "sharing";

  private final LinkKey key;
  private final Predicate<LinkClaims> ended;
  private final InstantSource clock;

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
    return issue(key.newest(), claims);
  }

  /** The same by the newest key where the caller has asked for it already. */
  static String issue(LinkKey.Single newest, LinkClaims claims) {
    StringBuilder json = new StringBuilder(400);
    json.append("{\"aud\":\"").append(AUDIENCE).append('"');
    text(json, "exchange", claims.exchange());
    text(json, "ref", claims.ref());
    text(json, "request", claims.ref());
    text(json, "executor", claims.executor());
    json.append(",\"permissions\":[");
    String comma = "";
    for (Permission permission : Permission.values()) {
      if (claims.permissions().contains(permission)) {
        json.append(comma).append('"').append(permission.code()).append('"');
        comma = ",";
      }
    }
    json.append(']');
    number(json, "exp", claims.expires().getEpochSecond());
    number(json, "iat", claims.chain().issued().getEpochSecond());
    number(json, FIRST, claims.chain().first().toEpochMilli());
    text(json, STORED_TOKEN, claims.chain().storedToken());
    text(json, FILE, claims.file());
    if (!claims.sharing().isEmpty()) {
      json.append(",\"").append(SHARING).append("\":[");
      comma = "";
      for (String executor : claims.sharing()) {
        quoted(json.append(comma), executor);
        comma = ",";
      }
      json.append(']');
    }
    return LinkSignature.signed(newest, json.append('}').toString());
  }

  /** Nothing where there is no value. */
  private static void text(StringBuilder json, String name, @Nullable String value) {
    if (value != null) {
      quoted(json.append(",\"").append(name).append("\":"), value);
    }
  }

  private static void quoted(StringBuilder json, String value) {
    json.append('"');
    JsonStringEncoder.getInstance().quoteAsString(value, json);
    json.append('"');
  }

  private static void number(StringBuilder json, String name, long value) {
    json.append(",\"").append(name).append("\":").append(value);
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
    return LinkSignature.claims(token, key.all()).flatMap(LinkTokens::claims);
  }

  /** Empty where the token is ours, but for something else. */
  private static Optional<LinkClaims> claims(JsonNode set) {
    String exchange = text(set, "exchange");
    String ref = text(set, "ref");
    String executor = text(set, "executor");
    JsonNode expires = set.path("exp");
    if (!texts(set, "aud").equals(List.of(AUDIENCE))
        || exchange == null
        || ref == null
        || executor == null
        || !expires.isIntegralNumber()) {
      return Optional.empty();
    }
    LinkClaims unnamed =
        new LinkClaims(
            exchange, ref, executor, permissions(set), Instant.ofEpochSecond(expires.longValue()));
    return Optional.of(
        new LinkClaims(
            exchange,
            ref,
            executor,
            unnamed.permissions(),
            unnamed.expires(),
            chain(set).orElse(unnamed.chain()),
            text(set, FILE),
            texts(set, SHARING)));
  }

  /** Empty for tokens of earlier versions. */
  private static Optional<LinkChain> chain(JsonNode set) {
    JsonNode first = set.path(FIRST);
    JsonNode issued = set.path("iat");
    return first.isIntegralNumber() && issued.isIntegralNumber()
        ? Optional.of(
            new LinkChain(
                Instant.ofEpochMilli(first.longValue()),
                Instant.ofEpochSecond(issued.longValue()),
                text(set, STORED_TOKEN)))
        : Optional.empty();
  }

  private static Set<Permission> permissions(JsonNode set) {
    EnumSet<Permission> permissions = EnumSet.noneOf(Permission.class);
    texts(set, "permissions").forEach(code -> Permission.of(code).ifPresent(permissions::add));
    return permissions;
  }

  private static @Nullable String text(JsonNode set, String name) {
    return set.path(name).textValue();
  }

  /** One text may stand for a list of one. */
  private static List<String> texts(JsonNode set, String name) {
    JsonNode value = set.path(name);
    List<String> texts = new ArrayList<>();
    if (value.isTextual()) {
      texts.add(value.textValue());
    }
    value.forEach(each -> texts.add(each.asText()));
    return texts;
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
