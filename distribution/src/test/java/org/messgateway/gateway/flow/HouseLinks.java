package org.messgateway.gateway.flow;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;

/** Tokens of a house's links, signed and read with its own key. */
public final class HouseLinks {

  private static final Pattern TOKEN = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+");

  private final LinkTokens tokens;

  public HouseLinks(House house) {
    LinkKey key =
        LinkKey.open(house.home().resolve(".gateway/keys"), Optional.empty(), System::nanoTime);
    this.tokens = new LinkTokens(key, Instant::now);
  }

  public String signed(LinkClaims claims) {
    return tokens.issue(claims);
  }

  public LinkClaims claims(String token) {
    return tokens.genuine(token).orElseThrow();
  }

  /** The tokens in a text: an address, a response. */
  public static Set<String> in(String text) {
    List<String> found = TOKEN.matcher(text).results().map(MatchResult::group).toList();
    return new LinkedHashSet<>(found);
  }

  /** What the tokens in a response permit beyond one that was sent; empty for nothing. */
  public List<LinkClaims> beyond(LinkClaims sent, String response) {
    return in(response).stream().map(this::claims).filter(given -> !within(sent, given)).toList();
  }

  private static boolean within(LinkClaims sent, LinkClaims given) {
    return given.exchange().equals(sent.exchange())
        && given.ref().equals(sent.ref())
        && given.executor().equals(sent.executor())
        && sent.permissions().containsAll(given.permissions())
        && !given.expires().isAfter(sent.expires())
        && (sent.file() == null || sent.file().equals(given.file()));
  }
}
