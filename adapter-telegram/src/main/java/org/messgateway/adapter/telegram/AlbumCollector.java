package org.messgateway.adapter.telegram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Collects the pictures of an album. Telegram sends each one alone and marks no last one; an album
 * is complete when no further picture arrived for a while.
 */
final class AlbumCollector {

  private final InboundThreads threads;
  private final InboundTimings timings;
  private final Consumer<List<TelegramEvent>> whole;
  private final Map<String, List<TelegramEvent>> open = new HashMap<>();

  AlbumCollector(
      InboundThreads threads, InboundTimings timings, Consumer<List<TelegramEvent>> whole) {
    this.threads = threads;
    this.timings = timings;
    this.whole = whole;
  }

  synchronized void add(TelegramEvent part) {
    List<TelegramEvent> events = open.computeIfAbsent(part.album(), album -> new ArrayList<>());
    events.add(part);
    if (events.size() == 1) {
      threads.start(() -> gather(part.album()));
    }
  }

  /**
   * Waits for an album's pictures. Parts that the end interrupts stay stored and are collected at
   * the next start.
   */
  private void gather(String album) {
    int before;
    do {
      before = size(album);
      if (!threads.pause(timings.album())) {
        return;
      }
    } while (size(album) > before);
    whole.accept(taken(album));
  }

  private synchronized int size(String album) {
    return open.getOrDefault(album, List.of()).size();
  }

  private synchronized List<TelegramEvent> taken(String album) {
    List<TelegramEvent> events = open.remove(album);
    return events == null
        ? List.of()
        : events.stream().sorted(Comparator.comparingLong(TelegramEvent::message)).toList();
  }
}
