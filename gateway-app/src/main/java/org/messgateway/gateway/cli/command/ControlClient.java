package org.messgateway.gateway.cli.command;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.http.Control;
import org.messgateway.gateway.http.ControlService;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.QueueStore;

/** Does what a command asks: through the gateway that runs, or in its place when none does. */
public final class ControlClient {

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;

  public ControlClient(GatewayConfig config) {
    this.config = config;
  }

  /**
   * Does it.
   *
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  public int ask(ToIntFunction<Control> wish) throws IOException {
    Path folder = GatewayFolder.prepare(config.home().resolve(".gateway"));
    GatewayLock.Holder me =
        GatewayLock.Holder.here(clock.instant(), 0).as(GatewayLock.Holder.Role.COMMAND);
    try (GatewayLock lock = GatewayLock.take(folder, me)) {
      lock.say(me);
      return alone(folder, wish);
    } catch (GatewayRunningException running) {
      return through(wish);
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

  private int through(ToIntFunction<Control> wish) throws IOException {
    try (LocalGateway running =
        LocalGateway.running(config)
            .orElseThrow(() -> new IOException("The gateway ended just now. Try it again."))) {
      return wish.applyAsInt(new HttpControl(running.base(), running.control().reveal()));
    } catch (UncheckedIOException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
