package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.time.InstantSource;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.exchange.ClusterLocks;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.remote.LargeFileLinks;
import org.messgateway.gateway.exchange.remote.OpenExchange;
import org.messgateway.gateway.exchange.remote.RemoteSettings;
import org.messgateway.gateway.exchange.remote.RemoteTroubles;

/** Creates tasks beside the gateway that runs a home, or without one. */
final class OfflineTaskCreation {

  /** A new task has no attachments, and its creator sees the failure. */
  private static final class OneTask implements OpenExchange.RemoteNeeds, RemoteTroubles {

    @Override
    public LargeFileLinks links(RemoteSettings settings) {
      return (_, name, _) -> {
        throw new IllegalStateException("a new task has no file " + name + " beside it");
      };
    }

    @Override
    public RemoteTroubles troubles(RemoteSettings settings) {
      return this;
    }

    @Override
    public void wrong(boolean credential, String what, String remedy) {}

    @Override
    public void over() {}
  }

  private OfflineTaskCreation() {}

  /**
   * Creates one.
   *
   * @throws IOException when it cannot be written, or the server cannot be reached; says why
   */
  static Ref create(ExchangeConfig exchange, NewThread task) throws IOException {
    try (OpenExchange open =
        OpenExchange.of(
            exchange.path(),
            exchange.keeping().layout(),
            exchange.settings(),
            new OneTask(),
            InstantSource.system(),
            _ -> ClusterLocks.ALONE,
            LargeWork.ofHeap())) {
      return open.writer().create(task);
    }
  }
}
