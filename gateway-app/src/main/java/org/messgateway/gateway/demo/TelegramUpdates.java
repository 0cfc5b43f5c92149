package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.TreeMap;

/**
 * What a bot has not heard yet: told again until the next question confirms it (Bot API,
 * getUpdates). Safe for all threads.
 */
final class TelegramUpdates implements AutoCloseable {

  private static final int MOST = 100;

  private final TreeMap<Long, ObjectNode> waiting = new TreeMap<>();
  private long last = 1_000;
  private boolean closed;

  synchronized void add(String kind, ObjectNode what) {
    ObjectNode update = JsonNodeFactory.instance.objectNode().put("update_id", ++last);
    update.set(kind, what);
    waiting.put(last, update);
    notifyAll();
  }

  /** What there is from that number on; waits for it at most so long. */
  synchronized ArrayNode from(long offset, Duration atMost) throws InterruptedException {
    if (offset > 0) {
      waiting.headMap(offset).clear();
    }
    long end = System.nanoTime() + atMost.toNanos();
    long left = atMost.toMillis();
    while (waiting.isEmpty() && left > 0 && !closed) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    ArrayNode news = JsonNodeFactory.instance.arrayNode();
    waiting.values().stream().limit(MOST).forEach(news::add);
    return news;
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
