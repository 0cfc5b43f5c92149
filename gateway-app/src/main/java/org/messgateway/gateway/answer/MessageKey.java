package org.messgateway.gateway.answer;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;

/**
 * Tells a message that comes twice from two messages in the same words. The only place that knows
 * which words count once (docs/rules.md#answers).
 */
public sealed interface MessageKey {

  /**
   * Chosen by the sender or its channel: an {@code Idempotency-Key}, the service's id of an event,
   * a delivery and its attempt. The same key of one sender on one thread is the same message for as
   * long as the journal remembers it.
   */
  record Given(String text) implements MessageKey {}

  /**
   * None was chosen. The same words are the same message only within {@link #REPEATED_WITHIN}, and
   * only while nothing was said or happened since.
   *
   * @param digest of the words and files
   */
  record Words(String digest) implements MessageKey {}

  /**
   * A transport marks what it may have to send again, and the sender chose no key: under the same
   * mark it is the same message, and under another one the words count.
   */
  record Transmission(Given mark, Words words) implements MessageKey {}

  /** A sender that heard no answer sends again within this time. */
  Duration REPEATED_WITHIN = Duration.ofMinutes(1);

  /** Entries of history about deliveries. */
  Set<String> DISPATCH = Set.of(HistoryEntry.DISPATCHED, HistoryEntry.DISPATCH_FAILED);

  /** As the journal stores it; no key that is given has a blank in it. */
  default String stored() {
    return switch (this) {
      case Given given -> given.text;
      case Words words -> "words " + words.digest;
      case Transmission sent -> sent.mark.stored();
    };
  }

  /** The keys under which the message may have come before, the surest first. */
  default List<MessageKey> each() {
    return this instanceof Transmission(Given mark, Words words)
        ? List.of(mark, words)
        : List.of(this);
  }

  /**
   * Whether a verdict is remembered for this key where nothing was written: words are decided again
   * on the thread as it stands.
   */
  default boolean remembersVerdicts() {
    return this instanceof Given;
  }

  /**
   * Whether a message with this key is the one that was taken before.
   *
   * @param speaker sender of both
   * @param taken when the first was taken; its time in the threads
   * @param made threads that the first made
   * @param addressed threads that the first was written into, and that this one is for
   */
  default boolean repeats(
      String speaker,
      Instant taken,
      Instant now,
      List<MessThread> made,
      List<MessThread> addressed) {
    return switch (this) {
      case Given _ -> true;
      case Words _ ->
          now.isBefore(taken.plus(REPEATED_WITHIN))
              && made.stream().noneMatch(thread -> thread.envelope().status().ended())
              && addressed.stream().allMatch(thread -> isLast(thread, speaker, taken));
      case Transmission sent -> sent.words.repeats(speaker, taken, now, made, addressed);
    };
  }

  /** Whether nothing was said or happened in the thread since; deliveries do not count. */
  private static boolean isLast(MessThread thread, String speaker, Instant taken) {
    ThreadMessage last = thread.messages().isEmpty() ? null : thread.messages().getLast();
    return last != null
        && speaker.equals(last.from())
        && same(last.received(), taken)
        && thread.envelope().history().stream()
            .filter(entry -> !DISPATCH.contains(entry.action()))
            .noneMatch(entry -> entry.at() != null && entry.at().isAfter(taken));
  }

  /** Programs that rewrite a thread cut times to whole seconds. */
  private static boolean same(@Nullable Instant there, Instant taken) {
    return taken.equals(there) || taken.truncatedTo(ChronoUnit.SECONDS).equals(there);
  }
}
