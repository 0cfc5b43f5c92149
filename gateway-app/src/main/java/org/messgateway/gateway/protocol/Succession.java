package org.messgateway.gateway.protocol;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;

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
