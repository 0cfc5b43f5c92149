package org.messgateway.gateway.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.messgateway.api.Ear.Kept;
import org.messgateway.gateway.journal.KeptEvents;
import org.messgateway.gateway.queue.KeyText;

/**
 * What was heard already. What a text means depends on what is open, so the task it was taken for
 * is kept before anything happens: heard again after a crash it means the same task.
 */
final class Once {

  /** Ours among the events that the adapter keeps. */
  private static final String PREFIX = "said:";

  private final String channel;
  private final KeptEvents events;

  Once(String channel, KeptEvents events) {
    this.channel = channel;
    this.events = events;
  }

  /** How an event stands. */
  sealed interface Before {

    /** Never heard. */
    record Fresh() implements Before {}

    /** Heard, and perhaps not worked through; the ref it was taken for, empty for none. */
    record Unfinished(String ref) implements Before {}

    /** Worked through. */
    record Finished() implements Before {}
  }

  /** Keeps that an event is taken for a task. */
  Before begin(String id, String ref) {
    if (events.keep(channel, ours(id), ref.getBytes(UTF_8))) {
      return new Before.Fresh();
    }
    return events
        .unfinished(channel, ours(id))
        .<Before>map(event -> new Before.Unfinished(new String(event.bytes(), UTF_8)))
        .orElseGet(Before.Finished::new);
  }

  /** It is worked through. */
  void end(String id) {
    events.done(channel, ours(id));
  }

  /** The same for an event as it came, and as it was kept. */
  private static String ours(String id) {
    return PREFIX + KeyText.of(id);
  }

  boolean keep(String id, byte[] event) {
    return events.keep(channel, id, event);
  }

  void done(String id) {
    events.done(channel, id);
  }

  /** What the adapter kept and has not done, here or where a gateway is gone. */
  List<Kept> kept() {
    events.takeOver(channel);
    return ofAdapter(events.open(channel));
  }

  /** What the adapters of gateways that are gone have left. */
  List<Kept> left() {
    return ofAdapter(events.takeOver(channel));
  }

  private static List<Kept> ofAdapter(List<KeptEvents.Event> events) {
    return events.stream()
        .filter(event -> !event.id().startsWith(PREFIX))
        .map(event -> new Kept(event.id(), event.bytes()))
        .toList();
  }
}
