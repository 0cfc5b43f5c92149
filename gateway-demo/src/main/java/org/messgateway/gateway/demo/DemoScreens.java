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
 * The present content of phones, robot log and thread files, and the browsers that watch it.
 *
 * <p>Safe for all threads. A browser that reads too slowly is disconnected; it connects again and
 * gets everything anew.
 */
final class DemoScreens {

  /** Largest number of lines of one phone; older ones are dropped. */
  private static final int MOST_SHOWN = 150;

  private static final int MOST_UNSEEN = 2_000;

  private final Map<String, Map<String, String>> shown = new LinkedHashMap<>();
  private final Set<Browser> browsers = ConcurrentHashMap.newKeySet();

  /** Adds an item, or replaces the item of the same key in its place. */
  synchronized void show(String screen, String id, ObjectNode what) {
    Map<String, String> items = shown.computeIfAbsent(screen, name -> new LinkedHashMap<>());
    what.put("screen", screen).put("id", id).put("changed", items.containsKey(id));
    items.put(id, what.deepCopy().put("changed", false).toString());
    if (items.size() > MOST_SHOWN) {
      items.remove(items.keySet().iterator().next());
    }
    broadcast(what.toString());
  }

  /** An item that is shown once and not kept: a toast, a form that opens. */
  synchronized void flash(String screen, ObjectNode what) {
    broadcast(what.put("screen", screen).toString());
  }

  private void broadcast(String event) {
    browsers.removeIf(browser -> !browser.events().offer(event));
  }

  /** Registers a browser, which first gets everything. */
  synchronized Browser watch() {
    Browser browser = new Browser(new ArrayBlockingQueue<>(MOST_UNSEEN));
    List<String> now = shown.values().stream().flatMap(items -> items.values().stream()).toList();
    Stream.concat(Stream.of("{\"screen\":\"all\"}"), now.stream())
        .limit(MOST_UNSEEN)
        .forEach(browser.events()::add);
    browsers.add(browser);
    return browser;
  }

  boolean isConnected(Browser browser) {
    return browsers.contains(browser);
  }

  void disconnect(Browser browser) {
    browsers.remove(browser);
  }

  /** One browser. Compared by identity. */
  static final class Browser {

    private final BlockingQueue<String> events;

    private Browser(BlockingQueue<String> events) {
      this.events = events;
    }

    BlockingQueue<String> events() {
      return events;
    }
  }
}
