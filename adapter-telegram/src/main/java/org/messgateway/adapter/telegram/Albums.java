package org.messgateway.adapter.telegram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Puts albums together: Telegram tells of each picture by itself and never says which is the last.
 * An album is whole when no further picture has come for a while.
 */
final class Albums {

  private final Life life;
  private final Pace pace;
  private final Consumer<List<Event>> whole;
  private final Map<String, List<Event>> open = new HashMap<>();

  Albums(Life life, Pace pace, Consumer<List<Event>> whole) {
    this.life = life;
    this.pace = pace;
    this.whole = whole;
  }

  synchronized void add(Event part) {
    List<Event> parts = open.computeIfAbsent(part.album(), album -> new ArrayList<>());
    parts.add(part);
    if (parts.size() == 1) {
      life.start(() -> gather(part.album()));
    }
  }

  /** What is cut off by the end stays kept, and is put together at the next start. */
  private void gather(String album) {
    int before;
    do {
      before = size(album);
      if (!life.pause(pace.album())) {
        return;
      }
    } while (size(album) > before);
    whole.accept(taken(album));
  }

  private synchronized int size(String album) {
    return open.getOrDefault(album, List.of()).size();
  }

  private synchronized List<Event> taken(String album) {
    List<Event> parts = open.remove(album);
    return parts == null
        ? List.of()
        : parts.stream().sorted(Comparator.comparingLong(Event::message)).toList();
  }
}
