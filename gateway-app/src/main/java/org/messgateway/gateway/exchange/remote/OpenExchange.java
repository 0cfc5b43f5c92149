package org.messgateway.gateway.exchange.remote;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.messgateway.gateway.exchange.ClusterLocks;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.home.BackgroundLoop;

/**
 * An open exchange, local or remote: a directory to read, a writer, and resources to start and
 * close.
 *
 * @param exchange reads threads; of a remote exchange the copy
 * @param writer writes threads
 * @param starting starts writing and polling; the listener receives changes on the server
 * @param answers whether the server of a remote exchange answers
 * @param loops that are started with it
 */
public record OpenExchange(
    Exchange exchange,
    ThreadWriter writer,
    Consumer<ExchangeListener> starting,
    BooleanSupplier answers,
    List<BackgroundLoop> loops,
    Closeable resource)
    implements Closeable {

  /** Parts that a remote exchange needs beside its settings. */
  public interface RemoteNeeds {

    /** Links to attachments that are too large for the server. */
    LargeFileLinks links(RemoteSettings settings);

    /** Receives troubles of the server. */
    RemoteTroubles troubles(RemoteSettings settings);
  }

  /**
   * Opens an exchange in a directory of this machine.
   *
   * @param layout of new threads without attachments
   */
  public static OpenExchange local(
      Path path,
      ThreadLayout layout,
      InstantSource clock,
      Function<String, ClusterLocks> locks,
      LargeWork large)
      throws IOException {
    ExchangeDirectory directory = ExchangeDirectory.open(path, ExchangeDirectory.Access.WRITE);
    Exchange exchange =
        new Exchange(
            directory,
            ExchangeLimits.DEFAULT,
            clock,
            System::nanoTime,
            locks.apply(directory.id()),
            large,
            layout);
    return new OpenExchange(
        exchange, exchange.writer(), _ -> exchange.start(), () -> true, exchange.loops(), exchange);
  }

  /** Opens an exchange on a server. */
  public static OpenExchange remote(
      RemoteSettings settings,
      RemoteNeeds needs,
      InstantSource clock,
      Function<String, ClusterLocks> locks,
      LargeWork large)
      throws IOException {
    RemoteExchange remote =
        new RemoteExchange(
            settings,
            needs.links(settings),
            needs.troubles(settings),
            clock,
            System::nanoTime,
            locks.apply(settings.id()),
            large);
    return new OpenExchange(
        remote.copy(), remote.writer(), remote::start, remote::reachable, remote.loops(), remote);
  }

  /**
   * Opens a local or remote exchange.
   *
   * @param path of the directory
   * @param layout of new threads in a directory
   * @param settings of the server; empty for a directory
   * @param locks by the id of an exchange
   * @param large what all exchanges of the process share
   */
  public static OpenExchange of(
      Path path,
      ThreadLayout layout,
      Optional<RemoteSettings> settings,
      RemoteNeeds needs,
      InstantSource clock,
      Function<String, ClusterLocks> locks,
      LargeWork large)
      throws IOException {
    return settings.isPresent()
        ? remote(settings.get(), needs, clock, locks, large)
        : local(path, layout, clock, locks, large);
  }

  /** The directory of an exchange for reading, also while another gateway runs it. */
  public static ExchangeDirectory directory(Path path, Optional<RemoteSettings> settings)
      throws IOException {
    // The first user creates the copy; before the first run it is empty.
    return settings.isPresent()
        ? RemoteExchange.directory(settings.get(), ExchangeDirectory.Access.WRITE)
        : ExchangeDirectory.open(path, ExchangeDirectory.Access.READ);
  }

  @Override
  public void close() throws IOException {
    resource.close();
  }
}
