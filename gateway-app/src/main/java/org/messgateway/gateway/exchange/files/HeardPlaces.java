package org.messgateway.gateway.exchange.files;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;

/**
 * Where events named copies of threads that another gateway looks at. Who sends one of their
 * deliveries reads them there, and need not search all state folders. Some may have moved since.
 * The eldest are forgotten. Thread-safe.
 */
final class HeardPlaces {

  /** Threads kept: those of a burst until they are sent. */
  static final int MOST = 20_000;

  private final Map<Ref, Set<ThreadLocation>> places = new LinkedHashMap<>();

  synchronized void add(ThreadLocation location) {
    Set<ThreadLocation> before = places.get(location.ref());
    if (before == null) {
      places.put(location.ref(), Set.of(location));
      forgetEldest();
    } else if (!before.contains(location)) {
      Set<ThreadLocation> all = new HashSet<>(before);
      all.add(location);
      places.put(location.ref(), Set.copyOf(all));
    }
  }

  private void forgetEldest() {
    if (places.size() > MOST) {
      Iterator<Ref> eldest = places.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  synchronized Set<ThreadLocation> of(Ref ref) {
    return places.getOrDefault(ref, Set.of());
  }
}
