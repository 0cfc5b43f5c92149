package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What the phones, the robot's log and the thread's file show now, and all who look at it.
 *
 * <p>Safe for all threads. Whoever looks too slowly is let go: the browser comes again and gets all
 * of it anew.
 */
final class Screens {

  /** Of one phone; what is older has long been scrolled away. */
  private static final int MOST_SHOWN = 150;

  private static final int MOST_UNSEEN = 2_000;

  private final Map<String, Map<String, String>> shown = new LinkedHashMap<>();
  private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();

  /** Shows something, or shows it anew in the place where it stood. */
  synchronized void show(String screen, String id, ObjectNode what) {
    Map<String, String> items = shown.computeIfAbsent(screen, name -> new LinkedHashMap<>());
    what.put("screen", screen).put("id", id).put("changed", items.containsKey(id));
    items.put(id, what.deepCopy().put("changed", false).toString());
    if (items.size() > MOST_SHOWN) {
      items.remove(items.keySet().iterator().next());
    }
    tell(what.toString());
  }

  /** Something that is gone as soon as it was seen: a toast, a form that opens. */
  synchronized void flash(String screen, ObjectNode what) {
    tell(what.put("screen", screen).toString());
  }

  private void tell(String event) {
    viewers.removeIf(viewer -> !viewer.events().offer(event));
  }

  /** Somebody begins to look: first at all there is. */
  synchronized Viewer look() {
    Viewer viewer = new Viewer(new ArrayBlockingQueue<>(MOST_UNSEEN));
    List<String> now = shown.values().stream().flatMap(items -> items.values().stream()).toList();
    Stream.concat(Stream.of("{\"screen\":\"all\"}"), now.stream())
        .limit(MOST_UNSEEN)
        .forEach(viewer.events()::add);
    viewers.add(viewer);
    return viewer;
  }

  boolean looks(Viewer viewer) {
    return viewers.contains(viewer);
  }

  void looksAway(Viewer viewer) {
    viewers.remove(viewer);
  }

  /** One who looks. Identity counts, not content. */
  static final class Viewer {

    private final BlockingQueue<String> events;

    private Viewer(BlockingQueue<String> events) {
      this.events = events;
    }

    BlockingQueue<String> events() {
      return events;
    }
  }
}
