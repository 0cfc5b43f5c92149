package org.messgateway.gateway.exchange.read;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the copies of an exchange with their fingerprints. No file is opened: 100,000 threads take
 * about a second.
 */
public final class ExchangeScanner {

  private static final Logger log = LoggerFactory.getLogger(ExchangeScanner.class);

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;

  public ExchangeScanner(ExchangeDirectory exchange, ThreadFinder finder) {
    this.exchange = exchange;
    this.finder = finder;
  }

  /**
   * All copies in all state folders, in no order.
   *
   * @throws IOException when a state folder cannot be listed; earlier copies have been passed on
   */
  public void scan(Consumer<FoundCopy> found) throws IOException {
    for (StateFolder stateFolder : exchange.folders()) {
      scan(stateFolder, found);
    }
  }

  /** All copies in the archive, which {@link #scan(Consumer)} leaves out; in no order. */
  public void scanArchive(Consumer<FoundCopy> found) throws IOException {
    for (StateFolder month : exchange.archive()) {
      scan(month, found);
    }
  }

  /** All copies in one state folder. */
  public void scan(StateFolder stateFolder, Consumer<FoundCopy> found) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(exchange.path(stateFolder))) {
      for (Path entry : entries) {
        ThreadLocation.named(stateFolder, entry.getFileName().toString())
            .flatMap(this::find)
            .ifPresent(found);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** For copies that are looked at one after the other; the caller closes it soon. */
  public OpenFolders openFolders() {
    return finder.openFolders();
  }

  /** One copy; empty when the location holds nothing that can be a thread. */
  public Optional<FoundCopy> find(ThreadLocation location) {
    try {
      return finder.fingerprint(location).map(fingerprint -> new FoundCopy(location, fingerprint));
    } catch (IOException e) {
      // The copy exists and cannot be listed. Loading it reports why.
      log.debug("Cannot look into {}: {}", location, e.toString());
      return Optional.of(new FoundCopy(location, Fingerprint.EMPTY));
    }
  }
}
