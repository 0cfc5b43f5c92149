package org.messgateway.gateway.cli.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.HomeAccess;
import org.messgateway.gateway.config.SecretsFile;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.jdbc.QueueStore;

/**
 * Where the gateway of a home is asked, and as which agent. Found without the adapters, so it takes
 * milliseconds. Thread-safe.
 */
public final class LocalAccess implements GatewayFinder {

  private final Path home;
  private final CommandHint hint;
  private final Optional<String> agent;
  private @Nullable HomeAccess configured;
  private @Nullable GatewayAddress found;
  private String holder = "";
  private String trouble = "";

  /**
   * @param agent in whose name is asked; empty for the agent of the configuration
   */
  public LocalAccess(Path home, CommandHint hint, Optional<String> agent) {
    this.home = home;
    this.hint = hint;
    this.agent = agent;
  }

  /**
   * Notes why this process cannot be the gateway.
   *
   * @param sentence empty when nothing is in its way
   * @return whether that is news, and bad
   */
  synchronized boolean trouble(String sentence) {
    boolean news = !sentence.equals(trouble);
    trouble = sentence;
    return news && !sentence.isEmpty();
  }

  @Override
  public synchronized GatewayAddress find() throws IOException {
    Path folder = home.resolve(".gateway");
    String now = GatewayLock.text(folder);
    Optional<GatewayLock.Listening> listening = GatewayLock.listening(folder);
    if (listening.isEmpty()) {
      throw absent(now);
    }
    GatewayAddress known = found;
    if (known == null || !now.equals(holder)) {
      HomeAccess access = access();
      String host = host(listening.get());
      URI base = URI.create("http://" + host + ":" + listening.get().port());
      known = new GatewayAddress(base, token(access));
      found = known;
      holder = now;
    }
    return known;
  }

  private IOException absent(String text) throws IOException {
    if (!trouble.isEmpty()) {
      return new HopelessException(trouble);
    }
    access();
    boolean runs = !text.isEmpty() && !GatewayLock.hasEnded(text);
    return new IOException(
        runs
            ? "the one that runs here ("
                + text
                + ") is starting, or has no HTTP server: write http: { enabled: true }"
            : "this process is starting one");
  }

  @Override
  public synchronized void forget() {
    found = null;
    configured = null;
  }

  /** The host at which the gateway of this home listens. */
  synchronized String host(GatewayLock.Listening listening) throws IOException {
    HomeAccess access = access();
    return listening.loopback() || !access.http().enabled()
        ? "127.0.0.1"
        : access.http().reachableHost();
  }

  private HomeAccess access() throws IOException {
    HomeAccess known = configured;
    if (known == null) {
      known = read();
      configured = known;
    }
    return known;
  }

  private HomeAccess read() throws IOException {
    Path file = home.resolve(ConfigLoader.FILE);
    if (!Files.exists(file)) {
      throw new HopelessException(
          "There is no configuration in " + home + ". Run: " + hint.to("init"));
    }
    HomeAccess read =
        HomeAccess.read(home, SecretsFile.under(System.getenv(), home))
            .orElseThrow(
                () -> new HopelessException(file + " cannot be used. Run: " + hint.to("check")));
    String name = agent.orElse(read.agentId());
    if (read.executors().contains(name)) {
      throw new HopelessException(
          name
              + " is an executor in this home, so no agent can have this name. Give another:"
              + " --agent NAME, MESS_AGENT, or agent_id in "
              + file);
    }
    return read;
  }

  private String token(HomeAccess access) throws IOException {
    QueueStore store =
        StoreFactory.of(access.store(), home.resolve(".gateway"), InstantSource.system());
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, home)) {
      return new ControlKey(documents.linkKey(access.secret()))
          .tokenAs(TokenKind.AGENT, agent.orElse(access.agentId()));
    } catch (QueueException | UncheckedIOException e) {
      throw new IOException("the keys of " + home + " cannot be read: " + e.getMessage(), e);
    }
  }
}
