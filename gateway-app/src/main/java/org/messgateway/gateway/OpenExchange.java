package org.messgateway.gateway;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.RemoteConfig;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.SharedLocks;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.remote.RemoteExchange;
import org.messgateway.gateway.remote.RemoteSettings;
import org.messgateway.gateway.remote.RemoteTroubles;
import org.messgateway.gateway.trouble.Cause;
import org.messgateway.gateway.trouble.Trouble;
import org.messgateway.gateway.trouble.TroubleBook;

/**
 * An exchange of either kind: a directory that is read, somebody who writes, and what has to be
 * started and closed for it.
 *
 * @param exchange where threads are read; of a remote one the copy
 * @param writer who writes into threads
 * @param starting begins to write, and to ask a server, which tells what has changed there
 * @param answers whether the server of a remote one answers
 */
record OpenExchange(
    Exchange exchange,
    ThreadWriter writer,
    Consumer<ExchangeListener> starting,
    BooleanSupplier answers,
    Closeable resource)
    implements Closeable {

  /** Links to files of threads that are too large for a server. */
  @FunctionalInterface
  interface Links {
    URI of(String exchange, String ref, String name, String from);
  }

  /**
   * @param locks by the id of an exchange
   */
  static OpenExchange of(
      ExchangeConfig config,
      Links links,
      TroubleBook book,
      InstantSource clock,
      Function<String, SharedLocks> locks)
      throws IOException {
    Optional<RemoteSettings> remote = settings(config);
    if (remote.isPresent()) {
      return remote(remote.get(), links, book, clock, locks.apply(remote.get().id()));
    }
    ExchangeDirectory directory =
        ExchangeDirectory.open(config.path(), ExchangeDirectory.Access.WRITE);
    return local(
        new Exchange(
            directory,
            ExchangeLimits.DEFAULT,
            clock,
            System::nanoTime,
            locks.apply(directory.id())));
  }

  private static OpenExchange local(Exchange exchange) {
    return new OpenExchange(
        exchange, exchange.writer(), _ -> exchange.start(), () -> true, exchange);
  }

  private static OpenExchange remote(
      RemoteSettings settings,
      Links links,
      TroubleBook book,
      InstantSource clock,
      SharedLocks shared)
      throws IOException {
    RemoteExchange remote =
        new RemoteExchange(
            settings,
            (ref, name, from) -> links.of(settings.id(), ref.value(), name, from),
            told(settings.shown(), book),
            clock,
            System::nanoTime,
            shared);
    return new OpenExchange(
        remote.copy(), remote.writer(), remote::start, remote::reachable, remote);
  }

  private static RemoteTroubles told(String exchange, TroubleBook book) {
    return new RemoteTroubles() {
      @Override
      public void wrong(boolean credential, String what, String remedy) {
        Cause cause = credential ? Cause.CREDENTIAL : Cause.CONFIGURATION;
        book.report(new Trouble(cause, exchange, what, remedy));
      }

      @Override
      public void over() {
        book.mended(Cause.CREDENTIAL, exchange);
        book.mended(Cause.CONFIGURATION, exchange);
      }
    };
  }

  /** How a remote exchange is asked; empty for a directory on this machine. */
  static Optional<RemoteSettings> settings(ExchangeConfig config) {
    return config.remote().map(remote -> settings(config.path(), remote));
  }

  private static RemoteSettings settings(Path copies, RemoteConfig remote) {
    return new RemoteSettings(remote.url(), remote.apiKey(), remote.poll(), remote.allow(), copies);
  }

  /** The directory in which an exchange is read, beside the gateway that runs it or without one. */
  static ExchangeDirectory directory(ExchangeConfig config) throws IOException {
    Optional<RemoteSettings> remote = settings(config);
    // A copy is made by whoever comes first: before the first run it is empty.
    return remote.isPresent()
        ? RemoteExchange.directory(remote.get(), ExchangeDirectory.Access.WRITE)
        : ExchangeDirectory.open(config.path(), ExchangeDirectory.Access.READ);
  }

  @Override
  public void close() throws IOException {
    resource.close();
  }
}
