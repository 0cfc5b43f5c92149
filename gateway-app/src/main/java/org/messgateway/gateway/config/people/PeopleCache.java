package org.messgateway.gateway.config.people;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.DurableDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest valid version of the document, read again when it has changed. After a bad edit by
 * hand the last valid version stays, so that opt-outs are not lost. Thread-safe.
 */
final class PeopleCache {

  private static final Logger LOG = LoggerFactory.getLogger(PeopleCache.class);

  private final PeopleDocument document;
  private Object version;
  private volatile PeopleReader.Read read;

  /**
   * @throws PeopleFileException when it cannot be read: there is no good version to begin with
   */
  PeopleCache(DurableDocument kept) {
    this.document = new PeopleDocument(kept);
    Object now = document.version();
    this.read = document.read(document.text());
    this.version = now;
    read.leftOut().forEach(LOG::error);
  }

  synchronized PeopleState now() {
    refresh();
    return read.people();
  }

  /** As it was read last; touches nothing but memory. */
  PeopleState latest() {
    return read.people();
  }

  /** Replaces the document; it is durable when this returns. */
  synchronized <T> T change(Function<PeopleTree, T> change) {
    T result = document.change(change);
    refresh();
    return result;
  }

  /**
   * A bad edit leaves the last valid version in force. It is logged once, and so is a bad entry.
   */
  private void refresh() {
    Object now = document.version();
    if (now.equals(version)) {
      return;
    }
    try {
      byte @Nullable [] text = document.text();
      // A bad edit is told once; what could not be read is read again.
      version = now;
      List<String> before = read.leftOut();
      read = document.read(text);
      read.leftOut().stream().filter(each -> !before.contains(each)).forEach(LOG::error);
    } catch (PeopleFileException e) {
      LOG.error("{} What it said before stays in force.", e.getMessage());
    }
  }
}
