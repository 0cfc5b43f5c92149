package org.messgateway.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.respond.Control;
import org.messgateway.gateway.respond.ControlKey;
import org.messgateway.gateway.store.GatewayFolder;
import org.messgateway.gateway.store.GatewayLock;
import org.messgateway.gateway.store.GatewayRunningException;

/** Has what a command wants done by the gateway that runs, or in its place when none does. */
final class ControlAccess {

  private static final Pattern PORT = Pattern.compile("port (\\d+)");

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;

  ControlAccess(GatewayConfig config) {
    this.config = config;
  }

  /**
   * Does it.
   *
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  int ask(ToIntFunction<Control> wish) throws IOException {
    Path folder = GatewayFolder.prepare(config.home().resolve(".gateway"));
    GatewayLock.Holder me =
        new GatewayLock.Holder(ProcessHandle.current().pid(), "this machine", clock.instant(), 0);
    try (GatewayLock lock = GatewayLock.take(folder, me)) {
      lock.say(me);
      return alone(folder, wish);
    } catch (GatewayRunningException running) {
      return through(running, folder, wish);
    }
  }

  private int alone(Path folder, ToIntFunction<Control> wish) throws IOException {
    QueueStore store = QueueStores.of(config.store(), folder, clock);
    List<String> exchanges = new ArrayList<>();
    for (ExchangeConfig each : config.exchanges()) {
      exchanges.add(OpenExchange.directory(each).id());
    }
    OpenedQueue opened = store.open("command");
    try (var queue = opened.queue()) {
      return wish.applyAsInt(new QueueControl(exchanges, queue, opened.clock()));
    }
  }

  private int through(GatewayRunningException running, Path folder, ToIntFunction<Control> wish)
      throws IOException {
    Matcher port = PORT.matcher(running.holder());
    if (!port.find() || port.group(1).equals("0")) {
      throw new IOException(
          running.getMessage() + " It has no HTTP server to be asked by: stop it first.");
    }
    URI base = URI.create("http://" + host() + ":" + port.group(1));
    try {
      return wish.applyAsInt(new HttpControl(base, token(folder)));
    } catch (UncheckedIOException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private String token(Path folder) {
    QueueStore store = QueueStores.of(config.store(), folder, clock);
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, config.home())) {
      return new ControlKey(
              documents.linkKey(Optional.ofNullable(config.http().secret()).or(config::secret)))
          .token();
    }
  }

  private String host() {
    String host = config.http().host();
    return host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
  }
}
