package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * The threads in which a thread goes on after its end, and those that go on in it: one entry of
 * history for each, whose note is the other's ref. A thread is passed on, replaced or done again as
 * a new thread, because an ended status accepts no further transition.
 *
 * @param successors refs, in the order of history
 * @param predecessors refs, the latest first; also those before the one before
 */
public record Succession(List<String> successors, List<String> predecessors) {

  /** Action of the entry in an ended thread. */
  public static final String CONTINUED_IN = "continued_in";

  /** Action of the entry in its successor. */
  public static final String CONTINUES = "continues";

  /** Action of an entry whose note names one of several executors that alone are asked. */
  public static final String OFFERED = "offered";

  public Succession {
    successors = List.copyOf(successors);
    predecessors = List.copyOf(predecessors);
  }

  public static Succession of(Envelope envelope) {
    return new Succession(notes(envelope, CONTINUED_IN), notes(envelope, CONTINUES));
  }

  /** The executors that alone are asked until all of them passed; empty for everybody. */
  public static List<String> offered(Envelope envelope) {
    return List.copyOf(notes(envelope, OFFERED));
  }

  /**
   * The requestor's last review that asks for the task again. One from before the end was told to
   * the holder, who went on. Messages tell what came first, since programs have clocks of their
   * own; times count where no message tells of the end.
   */
  public static Optional<Payload.Review> redo(MessThread thread) {
    List<ThreadMessage> latest = thread.messages().reversed();
    Optional<Instant> end =
        latest.stream().anyMatch(message -> ends(thread, message))
            ? Optional.empty()
            : endInHistory(thread.envelope());
    return latest.stream()
        .takeWhile(message -> !ends(thread, message))
        .filter(message -> thread.requestor().equals(Optional.ofNullable(message.from())))
        .filter(message -> end.isEmpty() || !isBefore(message, end.get()))
        .flatMap(message -> message.payloads(Payload.Review.class).reversed().stream())
        .filter(Payload.Review::requestRedo)
        .findFirst();
  }

  private static boolean ends(MessThread thread, ThreadMessage message) {
    ThreadStatus end = thread.envelope().status();
    return message.payloads().stream()
        .anyMatch(payload ->
            switch (payload) {
              case Payload.Status status -> status.status() == end;
              case Payload.Response response ->
                  end == ThreadStatus.COMPLETED && !response.partial();
              case Payload.Cancel _ -> end == ThreadStatus.CANCELLED;
              default -> false;
            });
  }

  private static Optional<Instant> endInHistory(Envelope envelope) {
    return envelope.history().stream()
        .filter(entry -> ThreadStatus.of(entry.action()).equals(Optional.of(envelope.status())))
        .flatMap(entry -> Stream.ofNullable(entry.at()))
        .reduce((_, last) -> last);
  }

  private static boolean isBefore(ThreadMessage message, Instant end) {
    Instant received = message.received();
    return received != null && received.isBefore(end);
  }

  private static List<String> notes(Envelope envelope, String action) {
    List<String> notes = List.of();
    for (HistoryEntry entry : envelope.history()) {
      String note = entry.note();
      if (note != null && entry.action().equals(action) && !notes.contains(note)) {
        if (notes.isEmpty()) {
          notes = new ArrayList<>();
        }
        notes.add(note);
      }
    }
    return notes;
  }
}
