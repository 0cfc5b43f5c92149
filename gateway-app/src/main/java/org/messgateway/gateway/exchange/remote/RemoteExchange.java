package org.messgateway.gateway.exchange.remote;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.messgateway.gateway.exchange.ClusterLocks;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.home.BackgroundLoop;

/**
 * An exchange on a server: a copy on this machine, which is watched and read like a local exchange
 * and stays readable while the server is absent; and a writer that writes to the server. Owns its
 * copy, its poller and its connections.
 */
public final class RemoteExchange implements Closeable {

  private final RemoteClient client;
  private final Exchange copy;
  private final RemoteCopy kept;
  private final RemoteWriter writer;
  private final RemotePoller remotePoller;

  /**
   * Opens the copy, without a request to the server.
   *
   * @param nanos monotonic time, {@code System::nanoTime}
   * @param shared locks that all gateways of this exchange respect
   * @param large what all exchanges of the process share
   * @throws IOException when the copy cannot be opened
   */
  public RemoteExchange(
      RemoteSettings settings,
      LargeFileLinks links,
      RemoteTroubles troubles,
      InstantSource clock,
      LongSupplier nanos,
      ClusterLocks shared,
      LargeWork large)
      throws IOException {
    ExchangeDirectory directory = directory(settings, ExchangeDirectory.Access.WRITE);
    client = new RemoteClient(settings);
    copy = new Exchange(directory, ExchangeLimits.DEFAULT, clock, nanos, shared, large);
    OriginMac originMac = new OriginMac(settings.apiKey());
    kept = new RemoteCopy(copy, originMac, new RemoteFiles(client));
    RemoteSync sync = new RemoteSync(client, kept);
    OutgoingMessages outgoing = new OutgoingMessages(originMac, copy.files(), links);
    RemoteCreation creation = new RemoteCreation(client, sync, outgoing);
    writer =
        new RemoteWriter(
            client, sync, outgoing, originMac, copy.writer(), creation, new UncertainWrites(nanos));
    remotePoller =
        new RemotePoller(
            new RemotePoll(
                client, sync, kept, creation, new DeletedThreads(client, kept, nanos), clock),
            settings.poll(),
            troubles,
            nanos);
  }

  /** Directory of the copy; created, with its id, where it is missing. */
  public static ExchangeDirectory directory(
      RemoteSettings settings, ExchangeDirectory.Access access) throws IOException {
    Path own = Files.createDirectories(settings.copy().resolve(".gateway"));
    Path id = own.resolve("exchange-id");
    if (!Files.exists(id)) {
      Files.writeString(id, settings.id() + "\n");
    }
    return ExchangeDirectory.open(settings.copy(), access);
  }

  /** The copy, for reading and watching only. */
  public Exchange copy() {
    return copy;
  }

  /** Writes to the server. */
  public ThreadWriter writer() {
    return writer;
  }

  /**
   * Starts polling.
   *
   * @param listener receives each thread that has changed on the server
   */
  public void start(ExchangeListener listener) {
    kept.setListener(listener);
    copy.start();
    remotePoller.start();
  }

  /** The loops of the copy and of the polls. */
  public List<BackgroundLoop> loops() {
    return Stream.concat(copy.loops().stream(), Stream.of(remotePoller.loop())).toList();
  }

  /** Whether the server answered the last poll. */
  public boolean reachable() {
    return remotePoller.reachable();
  }

  @Override
  public void close() {
    remotePoller.close();
    client.close();
    copy.close();
  }
}
