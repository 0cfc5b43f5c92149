package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Timestamps;

/**
 * The deadline of a thread: {@code needed_by} (the request's, else the envelope's), else {@code
 * constraints.timing.expires}, else the envelope's {@code expires}; a duration counts from the
 * thread's creation. Source: docs/rules.md#when, protocol §3.2 and v1.1.
 *
 * <p>A text that is neither instant nor duration is noted and the next of these fields counts, so
 * that a spelling mistake does not lose a task.
 *
 * @param at empty when there is none
 * @param notes sentences about fields that could not be read
 */
public record Deadline(Optional<Instant> at, List<String> notes) {

  public Deadline {
    notes = List.copyOf(notes);
  }

  /** Of a thread that states none. */
  private static final Deadline NONE = new Deadline(Optional.empty(), List.of());

  /** The deadline that the thread states. */
  public static Deadline of(MessThread thread) {
    return isStated(thread) ? read(thread) : NONE;
  }

  private static boolean isStated(MessThread thread) {
    Envelope envelope = thread.envelope();
    Payload.Request request = thread.request().orElse(null);
    return envelope.neededBy() != null
        || envelope.expires() != null
        || (request != null
            && (request.neededBy() != null || request.constraints().expires() != null));
  }

  private static Deadline read(MessThread thread) {
    List<String> notes = new ArrayList<>();
    for (DeadlineField source : sources(thread)) {
      if (source.text != null) {
        Optional<Instant> at = source.read(thread);
        if (at.isPresent()) {
          return new Deadline(at, notes);
        }
        notes.add(source.problem());
      }
    }
    return new Deadline(Optional.empty(), notes);
  }

  /** Whether it has passed at that time. */
  public boolean passed(Instant now) {
    return at.isPresent() && !now.isBefore(at.get());
  }

  /** Whether a delivery that is due at that time would be in time. */
  public boolean allows(Instant due) {
    return at.isEmpty() || due.isBefore(at.get());
  }

  private static List<DeadlineField> sources(MessThread thread) {
    Envelope envelope = thread.envelope();
    return List.of(
        new DeadlineField("needed_by", asked(thread, Payload.Request::neededBy)),
        new DeadlineField("needed_by", envelope.neededBy()),
        new DeadlineField(
            "constraints.timing.expires", asked(thread, it -> it.constraints().expires())),
        new DeadlineField("expires", envelope.expires()));
  }

  private static @Nullable String asked(
      MessThread thread, Function<Payload.Request, @Nullable String> field) {
    Optional<Payload.Request> request = thread.request();
    return request.isPresent() ? field.apply(request.get()) : null;
  }

  private record DeadlineField(String key, @Nullable String text) {

    Optional<Instant> read(MessThread thread) {
      return Timestamps.parse(text)
          .map(InstantRange::clamp)
          .or(() ->
              Durations.parse(text)
                  .flatMap(duration ->
                      Round.creation(thread).map(created -> InstantRange.plus(created, duration))));
    }

    String problem() {
      return Durations.parse(text).isPresent()
          ? key + " \"" + text + "\" counts from the creation, which the thread does not tell"
          : key
              + " \""
              + text
              + "\" is neither a time (2026-01-31T18:00:00Z) nor a duration (2h): ignored";
    }
  }
}
