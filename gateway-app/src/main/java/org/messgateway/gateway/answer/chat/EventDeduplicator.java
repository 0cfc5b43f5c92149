package org.messgateway.gateway.answer.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.messgateway.api.InboundListener.StoredEvent;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.journal.EventInbox;

/**
 * Keeps which events were handled. The task of a text depends on the open tasks, so it is stored
 * before any effect: a repeated event means the same task after a crash.
 */
final class EventDeduplicator {

  /** Marks this class's events among those that the adapter stores. */
  private static final String PREFIX = "said:";

  private final String channel;
  private final EventInbox events;

  EventDeduplicator(String channel, EventInbox events) {
    this.channel = channel;
    this.events = events;
  }

  /** The state of an event. */
  sealed interface EventState {

    /** The event is new. */
    record FirstSeen() implements EventState {}

    /** Begun and perhaps not finished; the ref of its task, empty for none. */
    record Unfinished(String ref) implements EventState {}

    /** Handled. */
    record Finished() implements EventState {}
  }

  /** Stores the task of an event before its effects. */
  EventState begin(String id, String ref) {
    if (events.keep(channel, ours(id), ref.getBytes(UTF_8))) {
      return new EventState.FirstSeen();
    }
    return events
        .unfinished(channel, ours(id))
        .<EventState>map(event -> new EventState.Unfinished(new String(event.bytes(), UTF_8)))
        .orElseGet(EventState.Finished::new);
  }

  /** Marks an event as handled. */
  void end(String id) {
    events.done(channel, ours(id));
  }

  /** The same for an event as it came, and as it was kept. */
  private static String ours(String id) {
    return PREFIX + LookupKey.of(id);
  }

  boolean keep(String id, byte[] event) {
    return events.keep(channel, id, event);
  }

  void done(String id) {
    events.done(channel, id);
  }

  /** Events that the adapter stored and has not finished, those of stopped gateways included. */
  List<StoredEvent> kept() {
    events.takeOver(channel);
    return ofAdapter(events.open(channel));
  }

  /** Events that the adapters of stopped gateways left. */
  List<StoredEvent> left() {
    return ofAdapter(events.takeOver(channel));
  }

  private static List<StoredEvent> ofAdapter(List<EventInbox.Event> events) {
    return events.stream()
        .filter(event -> !event.id().startsWith(PREFIX))
        .map(event -> new StoredEvent(event.id(), event.bytes()))
        .toList();
  }
}
