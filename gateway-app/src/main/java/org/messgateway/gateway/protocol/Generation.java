package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;

/**
 * The generation of a thread: tells tasks apart that had the same ref one after the other, because
 * a thread was deleted and another was made under its ref. An entry of the exchange in the later
 * one's history has the number, so that the ids of its deliveries are the same after the queue was
 * deleted. Source: docs/rules.md#generations.
 */
public final class Generation {

  /** The generation of a thread without such an entry. */
  public static final long FIRST = 0;

  private static final String RECREATED = "recreated";
  private static final Pattern NUMBER = Pattern.compile("\\[(\\d{1,18})]$");

  private Generation() {}

  /**
   * The generation of a thread: the time in milliseconds when it was noticed, or {@link #FIRST}.
   * Larger is later.
   */
  public static long of(MessThread thread) {
    return in(thread.envelope().history());
  }

  /** The same of a history. */
  public static long in(List<HistoryEntry> history) {
    long generation = FIRST;
    for (HistoryEntry entry : history) {
      String note = entry.note();
      if (note != null && entry.action().equals(RECREATED) && ofExchange(entry)) {
        generation = Math.max(generation, number(note));
      }
    }
    return generation;
  }

  private static long number(String note) {
    Matcher matcher = NUMBER.matcher(note);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : FIRST;
  }

  /** The entry that gives a thread its generation. */
  public static HistoryEntry entry(long generation, Instant at) {
    return new HistoryEntry(
        RECREATED,
        at,
        Conversation.EXCHANGE,
        "another task had this ref before; it is gone [%d]".formatted(generation));
  }

  /**
   * When the task was written down, by its envelope, else by the message that asks for it; null
   * when neither says it. Programs that rewrite a thread keep it, cut to whole seconds at most.
   */
  public static @Nullable Instant created(MessThread thread) {
    Envelope envelope = thread.envelope();
    return envelope.created() != null
        ? envelope.created()
        : thread.messages().stream()
            .filter(message -> !message.payloads(Payload.Request.class).isEmpty())
            .flatMap(message -> Stream.ofNullable(message.received()))
            .findFirst()
            .orElse(null);
  }

  /** Whether the exchange has written nothing into its history; others write an {@code ack} too. */
  public static boolean untouched(MessThread thread) {
    return thread.envelope().history().stream().noneMatch(Generation::ofExchange);
  }

  private static boolean ofExchange(HistoryEntry entry) {
    return Conversation.EXCHANGE.equals(entry.by());
  }
}
