package org.messgateway.gateway;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.Identity;

/**
 * Who was told, in the answer to what they wrote, that another has the task: where messages cannot
 * be changed, a note that says so again would only bother. In memory and bounded: at worst somebody
 * hears it twice. Thread-safe.
 */
final class AlreadyHeard {

  private static final int MOST = 10_000;

  private final Predicate<String> editable;
  private final Set<Identity> notes = new LinkedHashSet<>();

  /**
   * @param editable whether what was sent over a channel can be changed; it is, then
   */
  AlreadyHeard(Predicate<String> editable) {
    this.editable = editable;
  }

  /**
   * Remembers it.
   *
   * @param asked with which the task was told there
   */
  void add(Identity asked) {
    if (!editable.test(asked.channel())) {
      remember(note(asked));
    }
  }

  private static Identity note(Identity asked) {
    return new Identity(
        asked.exchange(),
        asked.ref(),
        asked.executor(),
        asked.channel(),
        asked.address(),
        NotificationKind.TAKEN,
        asked.serial());
  }

  private synchronized void remember(Identity note) {
    if (notes.size() >= MOST) {
      notes.remove(notes.iterator().next());
    }
    notes.add(note);
  }

  /** Whether this says only what was heard. */
  synchronized boolean says(Identity identity) {
    return notes.contains(identity);
  }
}
