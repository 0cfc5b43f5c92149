package org.messgateway.gateway.links;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a link's token. Full claims are made with a notification ({@link #granted}); all
 * other claims come from those of a verified token and permit the same or less
 * (docs/rules.md#links-and-tokens).
 *
 * @param exchange id of the exchange
 * @param ref the one thread it opens
 * @param executor who answers with it
 * @param expires end of its validity
 * @param chain the chain of renewals that it belongs to
 * @param file path below the thread, such as {@code files/a.jpg}, where it opens that file only;
 *     null for the whole thread
 * @param sharing executors at the address that the link was sent to; any of them may have opened it
 */
public record LinkClaims(
    String exchange,
    String ref,
    String executor,
    Set<Permission> permissions,
    Instant expires,
    LinkChain chain,
    @Nullable String file,
    List<String> sharing) {

  /** No link, and no chain of renewed links, lives longer. */
  static final Duration LONGEST = Duration.ofDays(30);

  private static final Set<Permission> ALL = Set.of(Permission.values());

  /** More executors at one address are not offered to choose from, so that a link stays short. */
  private static final int MOST_SHARING = 30;

  /**
   * A first link and the tokens that were renewed from it.
   *
   * @param first when its first link was made, in milliseconds
   * @param issued when this token was made
   * @param storedToken id of the stored token that it was handed out for and ends with; null for
   *     links of notifications
   */
  public record LinkChain(Instant first, Instant issued, @Nullable String storedToken) {}

  public LinkClaims {
    permissions = Set.copyOf(permissions);
    sharing = List.copyOf(sharing);
  }

  /**
   * The claims of a token that names no chain, as earlier versions made them. It counts as made as
   * long ago as possible, so that no renewal outlives it.
   */
  public LinkClaims(
      String exchange, String ref, String executor, Set<Permission> permissions, Instant expires) {
    this(exchange, ref, executor, permissions, expires, unnamed(expires), null, List.of());
  }

  private static LinkChain unnamed(Instant expires) {
    Instant first = expires.minus(LONGEST);
    return new LinkChain(first, first, null);
  }

  /**
   * Full claims, which begin a chain: for the link of a notification.
   *
   * @param made when the link was made
   * @param deadline of the delivery; null for none
   */
  public static LinkClaims granted(
      String exchange, String ref, String executor, Instant made, @Nullable Instant deadline) {
    Instant at = made.truncatedTo(ChronoUnit.MILLIS);
    return new LinkClaims(
        exchange,
        ref,
        executor,
        ALL,
        LinkTokens.expiry(made, deadline),
        new LinkChain(at, at, null),
        null,
        List.of());
  }

  /** Claims without a permission, for links to files of a task. */
  static LinkClaims reading(String exchange, String ref, String reader, Instant made) {
    Instant at = made.truncatedTo(ChronoUnit.MILLIS);
    return new LinkClaims(
        exchange,
        ref,
        reader,
        Set.of(),
        LinkTokens.expiry(made, null),
        new LinkChain(at, at, null),
        null,
        List.of());
  }

  /**
   * The claims of a stored token's owner for one thread. What is handed out for it ends with it.
   *
   * @param permissions all for executors, none for agents
   * @param deadline as for {@link #granted}
   */
  public static LinkClaims of(
      StoredToken token,
      String exchange,
      String ref,
      Set<Permission> permissions,
      Instant now,
      @Nullable Instant deadline) {
    Instant usual = LinkTokens.expiry(now, deadline);
    Instant end = token.expires();
    Instant at = now.truncatedTo(ChronoUnit.MILLIS);
    return new LinkClaims(
        exchange,
        ref,
        token.name(),
        permissions,
        end != null && end.isBefore(usual) ? end : usual,
        new LinkChain(at, at, token.id()),
        null,
        List.of());
  }

  /** The same for a link that was sent to an address of several executors. */
  public LinkClaims sharedBy(Collection<String> executors) {
    if (executors.size() < 2 && sharing.isEmpty()) {
      return this;
    }
    List<String> some =
        executors.size() < 2 ? List.of() : executors.stream().limit(MOST_SHARING).toList();
    return new LinkClaims(exchange, ref, executor, permissions, expires, chain, file, some);
  }

  /** The same for another executor at the address of the link; empty for anybody else. */
  public Optional<LinkClaims> as(String other) {
    return other.equals(executor) || sharing.contains(other)
        ? Optional.of(
            new LinkClaims(exchange, ref, other, permissions, expires, chain, file, sharing))
        : Optional.empty();
  }

  /**
   * Claims that open one file of the thread and permit no action.
   *
   * @param path below the thread
   */
  LinkClaims forFile(String path) {
    return new LinkClaims(exchange, ref, executor, Set.of(), expires, chain, path, List.of());
  }

  /**
   * The same with a later end: it lives as long again from now, and at most 30 days after the first
   * link of its chain. What was handed out for a stored token is not renewed.
   */
  LinkClaims renewed(Instant now) {
    if (chain.storedToken() != null) {
      return this;
    }
    Instant again = now.plus(Duration.between(chain.issued(), expires));
    Instant last = chain.first().plus(LONGEST);
    LinkChain next = new LinkChain(chain.first(), now, null);
    return new LinkClaims(
        exchange,
        ref,
        executor,
        permissions,
        again.isAfter(last) ? last : again,
        next,
        file,
        sharing);
  }
}
