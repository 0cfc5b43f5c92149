package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.LaneState;

/**
 * What happened to each task, and when: the agent's write, the gateway's rows and their attempts,
 * and the history in the thread's file. Nothing is measured anew. Used by one thread, beside {@link
 * #written}.
 */
final class Timeline {

  static final String SCREEN = "timeline";

  /** More than a demonstration has. */
  private static final int MOST_ROWS = 400;

  private final StoredRows rows;
  private final DemoScreens screens;
  private final Map<String, Instant> written = new ConcurrentHashMap<>();
  private final Map<String, Attempts> attempts = new HashMap<>();
  private final Map<String, String> shown = new HashMap<>();

  /**
   * One event.
   *
   * @param what written, read, delivered, another outcome of an attempt, or an action of the
   *     history
   * @param kind of notification; empty for what is none
   */
  record Event(Instant at, String what, String who, String channel, String kind) {}

  private record Attempts(String state, List<AttemptRow> rows) {}

  Timeline(StoredRows rows, DemoScreens screens) {
    this.rows = rows;
    this.screens = screens;
  }

  /** The agent's file of that task lies in the exchange. Any thread. */
  void written(String ref, Instant at) {
    written.put(ref, at);
  }

  /** Shows what is new about these tasks. */
  void look(List<ThreadFileViewer.Seen> threads) {
    Map<String, List<DeliveryRow>> byRef =
        rows.deliveries(DeliveryFilter.ALL, MOST_ROWS).stream()
            .collect(Collectors.groupingBy(row -> row.identity().ref()));
    for (ThreadFileViewer.Seen thread : threads) {
      show(thread, byRef.getOrDefault(thread.ref(), List.of()));
    }
  }

  private void show(ThreadFileViewer.Seen thread, List<DeliveryRow> deliveries) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    ArrayNode events = line.putArray("events");
    for (Event event : events(thread, deliveries)) {
      events
          .addObject()
          .put("at", event.at().toEpochMilli())
          .put("what", event.what())
          .put("who", event.who())
          .put("channel", event.channel())
          .put("kind", event.kind());
    }
    ArrayNode waiting = line.putArray("waiting");
    deliveries.reversed().stream()
        .filter(row -> !row.state().settled())
        .forEach(row ->
            waiting
                .addObject()
                .put("who", row.identity().executor())
                .put("channel", row.identity().channel())
                .put("kind", row.identity().kind().code())
                .put("sick", row.laneState() != LaneState.CLOSED)
                .put("next", row.laneDue() == null ? 0 : row.laneDue().toEpochMilli()));
    String now = line.toString();
    if (!now.equals(shown.put(thread.ref(), now))) {
      screens.show(SCREEN, thread.ref(), line);
    }
  }

  /** Events of a task in the order in which they were. */
  List<Event> events(ThreadFileViewer.Seen thread) {
    return events(
        thread, rows.deliveries(new DeliveryFilter(thread.ref(), null, null, Set.of()), MOST_ROWS));
  }

  private List<Event> events(ThreadFileViewer.Seen thread, List<DeliveryRow> deliveries) {
    List<Event> events = new ArrayList<>(thread.history());
    Instant file = written.get(thread.ref());
    if (file != null) {
      events.add(new Event(file, "written", DemoAgent.NAME, "", ""));
    }
    deliveries.stream()
        .map(DeliveryRow::created)
        .min(Comparator.naturalOrder())
        .ifPresent(read -> events.add(new Event(read, "read", "", "", "")));
    deliveries.forEach(
        row -> attempts(row).stream().map(one -> event(row, one)).forEach(events::add));
    events.sort(Comparator.comparing(Event::at));
    return events;
  }

  private static Event event(DeliveryRow row, AttemptRow attempt) {
    return new Event(
        attempt.endedAt(),
        attempt.outcome(),
        row.identity().executor(),
        row.identity().channel(),
        row.identity().kind().code());
  }

  /** Asked again only when the row has changed. */
  private List<AttemptRow> attempts(DeliveryRow row) {
    String state = row.state() + " " + row.attempts() + " " + row.due() + " " + row.laneDue();
    Attempts known = attempts.get(row.id());
    if (known == null || !known.state().equals(state)) {
      known = new Attempts(state, rows.attempts(row.id()));
      attempts.put(row.id(), known);
    }
    return known.rows();
  }
}
