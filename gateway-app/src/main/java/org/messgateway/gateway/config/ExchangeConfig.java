package org.messgateway.gateway.config;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Secret;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.remote.OpenExchange;
import org.messgateway.gateway.exchange.remote.RemoteSettings;

/**
 * An exchange: a directory on this machine, or one on a server.
 *
 * @param name as people and agents call it; of rows and identities the id is a part, not the name
 * @param path the folder that holds {@code state=received} and the others; of an exchange on a
 *     server the folder of copies in {@code <home>/.gateway}
 * @param files folders beneath which a {@code file://} in a thread may be read
 * @param remote the server; empty for a directory on this machine
 * @param keeping how threads are kept in a directory on this machine
 */
public record ExchangeConfig(
    String name, Path path, List<Path> files, Optional<RemoteConfig> remote, Keeping keeping) {

  /** The name of the only exchange, and of the first one where it has no other. */
  public static final String PRIMARY = "primary";

  public ExchangeConfig {
    files = List.copyOf(files);
  }

  /** How the server is asked; empty for a directory on this machine. */
  public Optional<RemoteSettings> settings() {
    return remote.map(
        one -> new RemoteSettings(one.url(), one.apiKey(), one.poll(), one.allow(), path));
  }

  /**
   * The directory in which threads are read, beside the gateway that runs or without one.
   *
   * @throws IOException when it cannot be used as an exchange
   */
  public ExchangeDirectory directory() throws IOException {
    return OpenExchange.directory(path, settings());
  }

  /** The exchange's id. */
  public String id() throws IOException {
    return directory().id();
  }

  /** Name and place, for people. */
  public String shown() {
    return name + " (" + place() + ")";
  }

  /** The exchange's path or its URL, for people. */
  public String place() {
    return settings().map(RemoteSettings::shown).orElseGet(path::toString);
  }

  /** The only exchange, in a directory on this machine. */
  public ExchangeConfig(Path path, List<Path> files) {
    this(PRIMARY, path, files, Optional.empty(), Keeping.USUAL);
  }

  /** The same under another name. */
  ExchangeConfig named(String other) {
    return new ExchangeConfig(other, path, files, remote, keeping);
  }

  /** As far as it is opened at the start and stays open; files may be shown at any time. */
  public ExchangeConfig opened() {
    return new ExchangeConfig(name, path, List.of(), remote, keeping);
  }

  /**
   * How threads lie in a directory.
   *
   * @param layout of new ones that have no attachments
   * @param archiveAfter how long after its end a thread is put into the archive; empty for never
   * @param suggests whether the exchange makes suggestions of its own
   */
  public record Keeping(ThreadLayout layout, Optional<Duration> archiveAfter, boolean suggests) {

    public static final Keeping USUAL =
        new Keeping(ThreadLayout.DIRECTORY, Optional.empty(), false);

    /** Corrections of receipts and late answers come within hours. */
    public static final Duration SHORTEST = Duration.ofHours(1);
  }

  /**
   * An exchange on a server.
   *
   * @param url of the exchange itself: {@code https://host/api/v1/exchanges/home}
   * @param apiKey of the executor that the gateway is there
   * @param poll how often it is asked what has changed
   * @param allow addresses that may be connected to beyond what its URL permits
   */
  public record RemoteConfig(URI url, Secret apiKey, Duration poll, List<String> allow) {

    public static final Duration USUAL_POLL = Duration.ofSeconds(5);

    public RemoteConfig {
      allow = List.copyOf(allow);
    }
  }
}
