package org.messgateway.gateway.exchange;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the listener is to be told, in batches. A listener that fails is told again: its threads
 * count as unknown from then on. Belongs to the watcher's thread.
 */
final class News {

  private static final Logger log = LoggerFactory.getLogger(News.class);

  /** The first of a burst must not wait for the last. */
  private static final int BATCH = 64;

  private final ExchangeScanner scanner;
  private final KnownThreads known;
  private final ExchangeListener listener;
  private final Set<Ref> changed = new LinkedHashSet<>();
  private final Set<Ref> found = new LinkedHashSet<>();
  private boolean failed;

  News(ExchangeScanner scanner, KnownThreads known, ExchangeListener listener) {
    this.scanner = scanner;
    this.known = known;
    this.listener = listener;
  }

  /** An event named that copy. */
  boolean event(Place place) {
    return add(place, true, changed);
  }

  /** A comparison comes to that copy. */
  boolean compare(Place place) {
    return add(place, false, found);
  }

  private boolean add(Place place, boolean event, Set<Ref> to) {
    Optional<Sighting> sighting = scanner.sight(place);
    boolean news = known.news(place, sighting.map(Sighting::fingerprint).orElse(null), event);
    if (news) {
      to.add(place.ref());
      if (to.size() >= BATCH) {
        tell();
      }
    }
    return sighting.isPresent();
  }

  /** Hands out what is there. */
  void tell() {
    tell(changed, listener::changed);
    tell(found, listener::found);
  }

  private void tell(Set<Ref> refs, Consumer<Set<Ref>> ear) {
    if (refs.isEmpty()) {
      return;
    }
    Set<Ref> batch = Set.copyOf(refs);
    refs.clear();
    try {
      ear.accept(batch);
    } catch (RuntimeException e) {
      log.error("Changed threads could not be passed on; they are reported again soon", e);
      batch.forEach(known::forget);
      failed = true;
    }
  }

  /** Whether the listener failed since this was last asked. */
  boolean failedSinceAsked() {
    boolean answer = failed;
    failed = false;
    return answer;
  }
}
