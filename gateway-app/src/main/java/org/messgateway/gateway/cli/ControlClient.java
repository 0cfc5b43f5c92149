package org.messgateway.gateway.cli;

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
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.http.Control;
import org.messgateway.gateway.http.ControlService;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.QueueStore;

/** Does what a command asks: through the gateway that runs, or in its place when none does. */
final class ControlClient {

  private static final Pattern PORT = Pattern.compile("port (\\d+)");

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;

  ControlClient(GatewayConfig config) {
    this.config = config;
  }

  /**
   * Does it.
   *
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  int ask(ToIntFunction<Control> wish) throws IOException {
    Path folder = GatewayFolder.prepare(config.home().resolve(".gateway"));
    GatewayLock.Holder me = GatewayLock.Holder.here(clock.instant(), 0);
    try (GatewayLock lock = GatewayLock.take(folder, me)) {
      lock.say(me);
      return alone(folder, wish);
    } catch (GatewayRunningException running) {
      return through(running, folder, wish);
    }
  }

  private int alone(Path folder, ToIntFunction<Control> wish) throws IOException {
    QueueStore store = StoreFactory.of(config.store(), folder, clock);
    List<String> exchanges = new ArrayList<>();
    for (ExchangeConfig each : config.exchanges()) {
      exchanges.add(each.id());
    }
    OpenedQueue opened = store.open("command");
    try (var queue = opened.queue()) {
      return wish.applyAsInt(new ControlService(exchanges, queue, opened.clock()));
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
      return wish.applyAsInt(new HttpControl(base, key(folder)));
    } catch (UncheckedIOException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private LinkKey key(Path folder) {
    QueueStore store = StoreFactory.of(config.store(), folder, clock);
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, config.home())) {
      return documents.linkKey(Optional.ofNullable(config.http().secret()).or(config::secret));
    }
  }

  private String host() {
    String host = config.http().host();
    return host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
  }
}
