package org.messgateway.gateway.links;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.links.TokenException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored tokens for a running gateway. A token that was made or revoked counts from the next
 * request on. Thread-safe.
 */
public final class StoredTokens {

  private static final Logger log = LoggerFactory.getLogger(StoredTokens.class);

  private final TokenFile file;
  private final TokenUsage use;
  private final InstantSource clock;
  private final @Nullable ControlKey local;
  private final Set<String> warned = new HashSet<>();
  private @Nullable Object version;
  private List<StoredToken> tokens = List.of();

  /**
   * @param folder {@code .gateway/keys}
   */
  public StoredTokens(Path folder, InstantSource clock) {
    this(new TokenFile(folder), folder, clock);
  }

  /**
   * Tokens in another store.
   *
   * @param folder {@code .gateway/keys}, where this node notes when each was used
   */
  public StoredTokens(TokenFile file, Path folder, InstantSource clock) {
    this(file, folder, null, clock);
  }

  /**
   * The same beside tokens of commands of this machine.
   *
   * @param local verifies those; null for none
   */
  public StoredTokens(
      TokenFile file, Path folder, @Nullable ControlKey local, InstantSource clock) {
    this.file = file;
    this.local = local;
    this.use = new TokenUsage(folder);
    this.clock = clock;
  }

  /** Whether a text has the form of a stored token, genuine or not. */
  public static boolean like(String token) {
    return TokenFile.id(token).isPresent();
  }

  /**
   * The stored token of a request's token.
   *
   * @throws TokenException when it is forged, revoked or expired
   */
  public StoredToken verify(String token) throws TokenException {
    String id = TokenFile.id(token).orElseThrow(() -> new TokenException(Reason.FORGED));
    if (ControlKey.isLocal(id)) {
      return Optional.ofNullable(local)
          .flatMap(key -> key.actingAs(token))
          .orElseThrow(() -> new TokenException(Reason.FORGED));
    }
    StoredToken stored =
        current().stream()
            .filter(each -> each.id().equals(id) && TokenFile.matches(token, each))
            .findFirst()
            .orElseThrow(() -> new TokenException(Reason.FORGED));
    Instant now = clock.instant();
    if (stored.expired(now)) {
      throw new TokenException(Reason.EXPIRED);
    }
    use.used(stored.id(), now);
    return stored;
  }

  private static void warn(StoredToken token) {
    log.warn(
        "Token {} of {} {} never ends. Make one that does (`token {} {}`), and revoke this one"
            + " (`revoke {}`).",
        token.id(),
        token.kind().code(),
        token.name(),
        token.kind().code(),
        token.name(),
        token.id());
  }

  /** Whether a token of this id exists and has not expired. */
  public boolean alive(String id) {
    if (ControlKey.isLocal(id)) {
      return true;
    }
    Instant now = clock.instant();
    return current().stream().anyMatch(each -> each.id().equals(id) && !each.expired(now));
  }

  /** Whether an agent of that name has a token that was made for it and has not expired. */
  public boolean hasAgent(String name) {
    Instant now = clock.instant();
    return current().stream()
        .anyMatch(each ->
            each.kind() == TokenKind.AGENT && each.name().equals(name) && !each.expired(now));
  }

  /** While the file cannot be read, no token is accepted: it may hold a revocation. */
  private synchronized List<StoredToken> current() {
    try {
      Object now = file.version();
      if (!now.equals(version)) {
        tokens = List.of();
        byte @Nullable [] text = file.text();
        // What is damaged is told once; what could not be read is read again.
        version = now;
        tokens = file.read(text);
        tokens.stream()
            .filter(token -> token.endless() && warned.add(token.id()))
            .forEach(StoredTokens::warn);
      }
    } catch (IOException e) {
      tokens = List.of();
      log.error("No token but those of links opens anything until this ends: {}", e.getMessage());
    }
    return tokens;
  }
}
