package org.messgateway.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.DurableDocument;
import org.messgateway.gateway.home.FileDocument;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.KeyRotation;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkKeys;
import org.messgateway.gateway.links.LinkRevocations;
import org.messgateway.gateway.links.SharedLinkKeys;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.queue.jdbc.SharedDocuments;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The documents of a home that no queue can rebuild: decisions of people, registered executors and
 * rules, keys of links, tokens. They are files of the home, or documents of the store where several
 * gateways share one.
 */
public final class HomeDocuments implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HomeDocuments.class);
  private static final String PEOPLE = "people";
  private static final String REGISTERED = "registered";
  private static final String TOKENS = "tokens";
  private static final String KEYS = "link-keys";
  private static final String ENDED_LINKS = "ended-links";
  private static final String ID = "gateway-id";
  private static final Duration REFRESH_EVERY = Duration.ofMillis(250);

  private final Path home;
  private final Path keys;
  private final @Nullable SharedDocuments shared;

  private HomeDocuments(Path home, @Nullable SharedDocuments shared) {
    this.home = home;
    this.keys = home.resolve(".gateway").resolve("keys");
    this.shared = shared;
  }

  /** For a gateway, which refreshes shared documents by its {@link #loops loops}. */
  static HomeDocuments of(QueueStore store, Path home) {
    return open(store, home, false);
  }

  /** For a command: each read asks the store. */
  public static HomeDocuments ofCommand(QueueStore store, Path home) {
    return open(store, home, true);
  }

  private static HomeDocuments open(QueueStore store, Path home, boolean eager) {
    if (!(store instanceof PostgresStore postgres)) {
      return new HomeDocuments(home, null);
    }
    SharedDocuments shared = postgres.documents(eager);
    boolean done = false;
    try {
      shareFiles(shared, home);
      done = true;
      return new HomeDocuments(home, shared);
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    } finally {
      if (!done) {
        shared.close();
      }
    }
  }

  /** Copies the files of the first home into the store, for all gateways that share it. */
  private static void shareFiles(SharedDocuments shared, Path home) throws IOException {
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
      case REGISTERED -> "registered executors and rules (registered.yaml)";
      case TOKENS -> "tokens of programs";
      case ENDED_LINKS -> "ended links";
      default -> "keys of links";
    };
  }

  /** The contents of the files of a home, by the names of shared documents. */
  public static Map<String, byte[]> inFiles(Path home) throws IOException {
    Path keys = home.resolve(".gateway").resolve("keys");
    Map<String, byte[]> found = new LinkedHashMap<>();
    put(found, PEOPLE, home.resolve(PeopleFile.NAME));
    put(found, REGISTERED, home.resolve(Registrations.FILE));
    put(found, TOKENS, keys.resolve(TokenFile.FILE));
    put(found, ENDED_LINKS, keys.resolve(LinkRevocations.FILE));
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

  /** Reads the configuration with the executors and rules that are registered here. */
  public ConfigLoader loading(ConfigLoader loader) {
    return shared == null ? loader : loader.withRegistered(shared.named(REGISTERED));
  }

  public TokenFile tokens() {
    return shared == null ? new TokenFile(keys) : new TokenFile(shared.named(TOKENS));
  }

  /** The agents that have a token now. */
  public Set<String> agents(Instant now) throws IOException {
    return tokens().read().stream()
        .filter(token -> token.kind() == TokenKind.AGENT)
        .filter(token -> token.expires() == null || token.expires().isAfter(now))
        .map(StoredToken::name)
        .collect(Collectors.toSet());
  }

  /**
   * @param key of links, from which commands of this machine make their tokens
   */
  StoredTokens storedTokens(LinkKey key, InstantSource clock) {
    return new StoredTokens(tokens(), keys, new ControlKey(key), clock);
  }

  public LinkKey linkKey(Optional<Secret> configured) {
    return shared == null
        ? LinkKey.open(keys, configured, System::nanoTime)
        : LinkKey.shared(new SharedLinkKeys(shared.named(KEYS)), configured, System::nanoTime);
  }

  public LinkRevocations linkRevocations() {
    return shared == null
        ? new LinkRevocations(keys)
        : new LinkRevocations(shared.named(ENDED_LINKS));
  }

  public KeyRotation keyRotation() {
    return shared == null ? new LinkKeys(keys) : new SharedLinkKeys(shared.named(KEYS));
  }

  /**
   * Id of the gateway, 16 hexadecimal digits: made once, kept in the home, and the same for all
   * gateways that share a store.
   */
  String gatewayId() throws IOException {
    DurableDocument own = new FileDocument(home.resolve(".gateway").resolve(ID));
    String id = shared == null ? kept(own, newId()) : kept(shared.named(ID), kept(own, newId()));
    own.change(before -> id.equals(text(before)) ? null : id.getBytes(UTF_8));
    return id;
  }

  /** The id of a home whose gateway ran before. */
  public static Optional<String> knownGatewayId(Path home) throws IOException {
    return Optional.ofNullable(text(new FileDocument(home.resolve(".gateway").resolve(ID)).read()));
  }

  private static String kept(DurableDocument document, String fresh) throws IOException {
    AtomicReference<String> id = new AtomicReference<>(fresh);
    document.change(before -> {
      String known = text(before);
      if (known == null) {
        return fresh.getBytes(UTF_8);
      }
      id.set(known);
      return null;
    });
    return id.get();
  }

  private static @Nullable String text(byte @Nullable [] document) {
    String text = document == null ? "" : new String(document, UTF_8).strip();
    return text.matches("[0-9a-f]{16}") ? text : null;
  }

  private static String newId() {
    return HexFormat.of().toHexDigits(new SecureRandom().nextLong());
  }

  /** The loop that refreshes shared documents; none for files. */
  List<BackgroundLoop> loops() {
    return shared == null
        ? List.of()
        : List.of(BackgroundLoop.every("shared documents", REFRESH_EVERY, this::refresh));
  }

  /** Reads what other gateways and commands changed. */
  void refresh() {
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
