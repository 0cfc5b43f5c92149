package org.messgateway.gateway.remote;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.SharedLocks;
import org.messgateway.gateway.exchange.ThreadWriter;

/**
 * An exchange that lives on a server: a copy of it on this machine, which is watched and read like
 * any exchange and outlives the server's absence; and a writer that answers through the server. It
 * owns its copy, its polling and its connections.
 */
public final class RemoteExchange implements Closeable {

  private final RemoteClient client;
  private final Exchange copy;
  private final RemoteCopy kept;
  private final RemoteWriter writer;
  private final Polling polling;

  /**
   * Opens the copy; asks nothing yet.
   *
   * @param nanos monotonic time, {@code System::nanoTime}
   * @param shared locks that all gateways of this exchange respect
   * @throws IOException when the copy cannot be opened
   */
  public RemoteExchange(
      RemoteSettings settings,
      FileLinks links,
      RemoteTroubles troubles,
      InstantSource clock,
      LongSupplier nanos,
      SharedLocks shared)
      throws IOException {
    ExchangeDirectory directory = directory(settings, ExchangeDirectory.Access.WRITE);
    client = new RemoteClient(settings);
    copy = new Exchange(directory, ExchangeLimits.DEFAULT, clock, nanos, shared);
    Seal seal = new Seal(settings.apiKey());
    kept = new RemoteCopy(copy, seal, new RemoteFiles(client));
    Server server = new Server(client, kept);
    Outgoing outgoing = new Outgoing(seal, copy.files(), links);
    Creation creation = new Creation(client, server, outgoing);
    writer =
        new RemoteWriter(
            client, server, outgoing, seal, copy.writer(), creation, new Doubts(nanos));
    polling =
        new Polling(
            new Poll(client, server, kept, creation, new Vanished(client, kept, nanos), clock),
            settings.poll(),
            troubles,
            nanos);
  }

  /**
   * Where the copy of a remote exchange lies; made, with its id in it, when it is not there yet.
   */
  public static ExchangeDirectory directory(
      RemoteSettings settings, ExchangeDirectory.Access access) throws IOException {
    Path own = Files.createDirectories(settings.copy().resolve(".gateway"));
    Path id = own.resolve("exchange-id");
    if (!Files.exists(id)) {
      Files.writeString(id, settings.id() + "\n");
    }
    return ExchangeDirectory.open(settings.copy(), access);
  }

  /** The copy, to be read and watched; nobody else writes into it. */
  public Exchange copy() {
    return copy;
  }

  /** Writes to the server. */
  public ThreadWriter writer() {
    return writer;
  }

  /**
   * Begins to ask.
   *
   * @param listener is told of every thread that has changed on the server
   */
  public void start(ExchangeListener listener) {
    kept.tell(listener);
    copy.start();
    polling.start();
  }

  /** Whether the server answered when it was last asked. */
  public boolean reachable() {
    return polling.reachable();
  }

  @Override
  public void close() {
    polling.close();
    client.close();
    copy.close();
  }
}
