package org.messgateway.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.queue.jdbc.SharedDocuments;
import org.messgateway.gateway.respond.KeyRotation;
import org.messgateway.gateway.respond.LinkKey;
import org.messgateway.gateway.respond.LinkKeys;
import org.messgateway.gateway.respond.SharedLinkKeys;
import org.messgateway.gateway.respond.StoredTokens;
import org.messgateway.gateway.respond.TokenFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What no queue can rebuild: what people decided, keys of links, tokens. Files of the home; where
 * gateways share a store, documents there, so that all have the same.
 */
public final class HomeDocuments implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HomeDocuments.class);
  private static final String PEOPLE = "people";
  private static final String TOKENS = "tokens";
  private static final String KEYS = "link-keys";
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Path home;
  private final Path keys;
  private final @Nullable SharedDocuments shared;

  private HomeDocuments(Path home, @Nullable SharedDocuments shared) {
    this.home = home;
    this.keys = home.resolve(".gateway").resolve("keys");
    this.shared = shared;
  }

  /** For a gateway, which {@link #look looks} for what others changed. */
  static HomeDocuments of(QueueStore store, Path home) {
    return open(store, home, false);
  }

  /** For a command, which sees what is there when it asks. */
  public static HomeDocuments ofCommand(QueueStore store, Path home) {
    return open(store, home, true);
  }

  private static HomeDocuments open(QueueStore store, Path home, boolean eager) {
    if (!(store instanceof PostgresStore postgres)) {
      return new HomeDocuments(home, null);
    }
    SharedDocuments shared = postgres.documents(eager);
    try {
      bringIn(shared, home);
      return new HomeDocuments(home, shared);
    } catch (IOException e) {
      shared.close();
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The first home that comes with something gives it to all; later ones are told. */
  private static void bringIn(SharedDocuments shared, Path home) throws IOException {
    for (Map.Entry<String, byte[]> each : inFiles(home).entrySet()) {
      if (shared.named(each.getKey()).read() == null
          && shared.offer(each.getKey(), each.getValue())) {
        log.info(
            "The {} of this home are in the database now, for all gateways that share it.",
            words(each.getKey()));
      }
    }
  }

  private static String words(String name) {
    return switch (name) {
      case PEOPLE -> "decisions of people (people.yaml)";
      case TOKENS -> "tokens of programs";
      default -> "keys of links";
    };
  }

  /** What the files of a home hold, by the names that documents have. */
  static Map<String, byte[]> inFiles(Path home) throws IOException {
    Path keys = home.resolve(".gateway").resolve("keys");
    Map<String, byte[]> found = new LinkedHashMap<>();
    put(found, PEOPLE, home.resolve(PeopleFile.NAME));
    put(found, TOKENS, keys.resolve(TokenFile.FILE));
    byte[] links = SharedLinkKeys.of(keys);
    if (links != null) {
      found.put(KEYS, links);
    }
    return found;
  }

  private static void put(Map<String, byte[]> found, String name, Path file) throws IOException {
    if (Files.exists(file)) {
      found.put(name, Files.readAllBytes(file));
    }
  }

  public PeopleFile people() {
    return shared == null
        ? new PeopleFile(home.resolve(PeopleFile.NAME))
        : new PeopleFile(shared.named(PEOPLE));
  }

  public TokenFile tokens() {
    return shared == null ? new TokenFile(keys) : new TokenFile(shared.named(TOKENS));
  }

  StoredTokens storedTokens(InstantSource clock) {
    return new StoredTokens(tokens(), keys, clock);
  }

  LinkKey linkKey(Optional<Secret> configured) {
    return shared == null
        ? LinkKey.open(keys, configured)
        : LinkKey.shared(new SharedLinkKeys(shared.named(KEYS)), configured);
  }

  public KeyRotation keyRotation() {
    return shared == null ? new LinkKeys(keys) : new SharedLinkKeys(shared.named(KEYS));
  }

  /** What has to be done again and again; nothing for files. */
  List<Chore> chores() {
    return shared == null
        ? List.of()
        : List.of(
            new Chore(
                "shared documents",
                LOOK,
                () -> {
                  look();
                  return false;
                }));
  }

  /** Learns what other gateways and commands changed; nothing to do for files. */
  void look() {
    if (shared != null) {
      shared.look();
    }
  }

  @Override
  public void close() {
    if (shared != null) {
      shared.close();
    }
  }
}
