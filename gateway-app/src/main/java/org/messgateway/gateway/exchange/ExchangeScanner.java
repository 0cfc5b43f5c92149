package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists what is in an exchange: names and what the system says of the files. Nothing is opened, so
 * that a hundred thousand threads cost a second.
 */
public final class ExchangeScanner {

  private static final Logger log = LoggerFactory.getLogger(ExchangeScanner.class);

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;

  ExchangeScanner(ExchangeDirectory exchange, ThreadFinder finder) {
    this.exchange = exchange;
    this.finder = finder;
  }

  /**
   * Everything in all state folders, both forms, in no order.
   *
   * @throws IOException when a state folder cannot be listed; what was found so far has been handed
   *     out
   */
  public void scan(Consumer<Sighting> found) throws IOException {
    for (StateFolder top : exchange.folders()) {
      scan(top, found);
    }
  }

  /** Everything in one state folder. */
  public void scan(StateFolder top, Consumer<Sighting> found) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(exchange.path(top))) {
      for (Path entry : entries) {
        Place.named(top, entry.getFileName().toString()).flatMap(this::sight).ifPresent(found);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** One copy; empty when nothing that could be a thread is there. */
  Optional<Sighting> sight(Place place) {
    try {
      return finder.fingerprint(place).map(fingerprint -> new Sighting(place, fingerprint));
    } catch (IOException e) {
      // It is there but cannot be looked into: whoever loads it is told why.
      log.debug("Cannot look into {}: {}", place, e.toString());
      return Optional.of(new Sighting(place, Fingerprint.EMPTY));
    }
  }
}
