package org.messgateway.gateway.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.jdbc.QueueStore;

/**
 * The gateway of a home, as a command of this machine reaches it over HTTP: the one that runs, or
 * one in this process that answers and sends nothing.
 */
public final class LocalGateway implements AutoCloseable {

  /** From taking the lock to listening; opening a large queue takes seconds. */
  private static final Duration STARTING = Duration.ofSeconds(20);

  /** The same where HTTP is switched off, and only a command's own gateway would listen. */
  private static final Duration COMMAND_STARTING = Duration.ofSeconds(3);

  private static final Duration LOOK = Duration.ofMillis(20);

  private final URI base;
  private final ControlKey key;
  private final @Nullable Gateway own;

  private LocalGateway(URI base, ControlKey key, @Nullable Gateway own) {
    this.base = base;
    this.key = key;
    this.own = own;
  }

  /**
   * The gateway that runs a home. One that is just starting is waited for, 20 s at most. The
   * process that runs the home itself must not ask.
   *
   * @return empty when none runs
   * @throws IOException when one runs and has no HTTP server; the message is a whole sentence
   */
  public static Optional<LocalGateway> running(GatewayConfig config)
      throws IOException, InterruptedException {
    Path folder = folder(config);
    boolean http = config.http().enabled();
    long until = System.nanoTime() + (http ? STARTING : COMMAND_STARTING).toNanos();
    while (GatewayLock.held(folder)) {
      Optional<GatewayLock.Listening> listening = GatewayLock.listening(folder);
      if (listening.isPresent()) {
        URI base = address(config, listening.get());
        return Optional.of(new LocalGateway(base, key(config), null));
      }
      if (System.nanoTime() > until) {
        throw new IOException(
            http
                ? "The gateway of " + config.home() + " is starting and does not answer yet."
                : ("A gateway runs in %s without HTTP, so commands cannot reach it. Set http:"
                        + " { enabled: true } and restart it, or stop it first.")
                    .formatted(config.home()));
      }
      Thread.sleep(LOOK);
    }
    return Optional.empty();
  }

  /**
   * The gateway that runs the home, else one in this process, until this is closed: threads are
   * read and written, and the next gateway that runs sends what is to be sent.
   */
  public static LocalGateway open(CommandContext context) throws InterruptedException {
    GatewayConfig config = context.config();
    try {
      long until = System.nanoTime() + STARTING.toNanos();
      while (true) {
        Optional<LocalGateway> running = running(config);
        if (running.isPresent()) {
          return running.get();
        }
        try {
          return inThisProcess(context, config);
        } catch (GatewayRunningException justNow) {
          if (System.nanoTime() > until) {
            throw CommandFailure.failed(justNow.getMessage());
          }
        }
      }
    } catch (IOException | QueueException | UncheckedIOException e) {
      throw CommandFailure.failed(
          "The gateway of " + config.home() + " cannot be used: " + e.getMessage());
    }
  }

  private static LocalGateway inThisProcess(CommandContext context, GatewayConfig config)
      throws IOException, GatewayRunningException, InterruptedException {
    Gateway gateway =
        Gateway.open(GatewayOptions.answering(config.home()), config, context.loader());
    boolean started = false;
    try {
      gateway.start();
      LocalGateway open = new LocalGateway(loopback(gateway.port()), key(config), gateway);
      started = true;
      return open;
    } finally {
      if (!started) {
        gateway.close();
      }
    }
  }

  private static Path folder(GatewayConfig config) throws IOException {
    return GatewayFolder.prepare(config.home().resolve(".gateway"));
  }

  private static URI address(GatewayConfig config, GatewayLock.Listening listening) {
    String host = config.http().host();
    boolean everywhere = host.equals("0.0.0.0") || host.equals("::") || host.equals("[::]");
    if (listening.loopback() || everywhere) {
      return loopback(listening.port());
    }
    boolean bare = host.contains(":") && !host.startsWith("[");
    return URI.create("http://" + (bare ? "[" + host + "]" : host) + ":" + listening.port());
  }

  private static URI loopback(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  private static ControlKey key(GatewayConfig config) throws IOException {
    QueueStore store = StoreFactory.of(config.store(), folder(config), InstantSource.system());
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, config.home())) {
      return new ControlKey(
          documents.linkKey(Optional.ofNullable(config.http().secret()).or(config::secret)));
    }
  }

  /** Where it answers, without a slash at the end. */
  public URI base() {
    return base;
  }

  /** Whether it runs in this process, and so sends nothing. */
  public boolean answersOnly() {
    return own != null;
  }

  /** The Bearer with which this machine's operator controls it. */
  public Secret control() {
    return Secret.of(key.token());
  }

  /** The Bearer with which an agent or an executor is spoken for; it ends with the home's keys. */
  public Secret as(TokenKind kind, String name) {
    return Secret.of(key.tokenAs(kind, name));
  }

  /** Ends the gateway of this process; one that runs elsewhere goes on. */
  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }

  @Override
  public String toString() {
    return "the gateway at " + base;
  }
}
