package org.messgateway.gateway.respond;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
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

  /** Tells one version of the file from another. */
  private record Version(@Nullable Object key, long size, Instant modified) {

    static final Version ABSENT = new Version(null, -1, Instant.EPOCH);
  }

  private final TokenFile file;
  private final TokenUse use;
  private final InstantSource clock;
  private Version version = Version.ABSENT;
  private List<StoredToken> tokens = List.of();

  /**
   * @param folder {@code .gateway/keys}
   */
  public StoredTokens(Path folder, InstantSource clock) {
    this.file = new TokenFile(folder);
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
      Version now = version();
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

  private Version version() throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return new Version(
          Objects.requireNonNullElse(attributes.fileKey(), ""),
          attributes.size(),
          attributes.lastModifiedTime().toInstant());
    } catch (NoSuchFileException e) {
      return Version.ABSENT;
    }
  }
}
