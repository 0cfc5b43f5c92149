package org.messgateway.gateway.people;

import java.util.List;
import java.util.function.Function;
import org.messgateway.gateway.store.KeptDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest good version of the document: read again when it has changed, and only then. A bad
 * edit by hand must not make the gateway forget who wants to be left alone. Thread-safe.
 */
final class LatestPeople {

  private static final Logger LOG = LoggerFactory.getLogger(LatestPeople.class);

  private final PeopleDocument document;
  private Object version;
  private PeopleReading.Read read;

  /**
   * @throws PeopleFileException when it cannot be read: there is no good version to begin with
   */
  LatestPeople(KeptDocument kept) {
    this.document = new PeopleDocument(kept);
    Object now = document.version();
    this.read = document.read();
    this.version = now;
    read.leftOut().forEach(LOG::error);
  }

  synchronized People now() {
    refresh();
    return read.people();
  }

  /** Durable when it returns. */
  synchronized <T> T change(Function<PeopleTree, T> change) {
    T result = document.change(change);
    refresh();
    return result;
  }

  /** A bad edit by hand leaves the last good version standing; it and a bad entry are told once. */
  private void refresh() {
    Object now = document.version();
    if (now.equals(version)) {
      return;
    }
    version = now;
    try {
      List<String> before = read.leftOut();
      read = document.read();
      read.leftOut().stream().filter(each -> !before.contains(each)).forEach(LOG::error);
    } catch (PeopleFileException e) {
      LOG.error("{} What it said before stays in force.", e.getMessage());
    }
  }
}
