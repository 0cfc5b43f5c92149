package org.messgateway.gateway.respond;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.respond.TokenException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored tokens as a running gateway knows them: one that was made or revoked counts from the
 * next request on. Safe for all threads.
 */
public final class StoredTokens {

  private static final Logger log = LoggerFactory.getLogger(StoredTokens.class);

  private final TokenFile file;
  private final TokenUse use;
  private final InstantSource clock;
  private @Nullable Object version;
  private List<StoredToken> tokens = List.of();

  /**
   * @param folder {@code .gateway/keys}
   */
  public StoredTokens(Path folder, InstantSource clock) {
    this(new TokenFile(folder), folder, clock);
  }

  /**
   * Those kept elsewhere.
   *
   * @param folder {@code .gateway/keys}, where this node notes when each was used
   */
  public StoredTokens(TokenFile file, Path folder, InstantSource clock) {
    this.file = file;
    this.use = new TokenUse(folder);
    this.clock = clock;
  }

  /** Whether this looks like a stored token, genuine or not. */
  static boolean like(String token) {
    return TokenFile.id(token).isPresent();
  }

  /**
   * Whom a token stands for.
   *
   * @throws TokenException when it is forged, revoked or expired
   */
  StoredToken verify(String token) throws TokenException {
    String id = TokenFile.id(token).orElseThrow(() -> new TokenException(Reason.FORGED));
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

  /** A file that cannot be read opens nothing: what was revoked in it must not go on opening. */
  private synchronized List<StoredToken> current() {
    try {
      Object now = file.version();
      if (!now.equals(version)) {
        version = now;
        tokens = List.of();
        tokens = file.read();
      }
    } catch (IOException e) {
      tokens = List.of();
      log.error("{} No token but those of links opens anything until then.", e.getMessage());
    }
    return tokens;
  }
}
