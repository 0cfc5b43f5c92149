package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * The state of a thread as its envelope, history and messages tell it together: status, holder,
 * round, declines and replies. The only place that decides who the holder is. Source:
 * docs/rules.md#claims.
 *
 * <ul>
 *   <li>The executor in the envelope of a thread that is not pending has the task.
 *   <li>Where the envelope names nobody, the first claim of this round in document order holds,
 *       whoever claims later; programs without locks write so. {@code in_progress}, {@code
 *       retrying}, {@code needs_input} and {@code needs_confirmation} claim, too. {@code waiting}
 *       and {@code held} prove no holder.
 *   <li>On a pending thread such a claim counts only while history does not know of it: a pending
 *       envelope whose history ends with a claim was set free by hand.
 *   <li>The holder's decline sets the task free and begins a round, and counts as a pass in it.
 *   <li>A round also begins when history says so and no message does.
 * </ul>
 *
 * @param status the envelope's; {@link ThreadStatus#CLAIMED} for a pending thread with a claim that
 *     counts
 * @param holder executor who has the task or had it when it ended; null for nobody or unknown
 * @param claim message document that claims the task for this round, in document order the first
 *     that counts; null when there is none
 * @param round the thread's present round
 * @param declined executors who passed on the task in this round; they are not asked again in it
 * @param endedBy sender of the message that ended the thread; null while the thread is open, or
 *     when no message ended it
 * @param replies answers of the requestor, in document order
 * @param heard last message with a time of anybody but the exchange; null when there is none
 * @param unconfirmed whether the task must not be completed yet, because the requestor wants to
 *     confirm first and has not (protocol v1.1)
 * @param question the executor's question that the requestor has not settled
 */
public record Conversation(
    ThreadStatus status,
    @Nullable String holder,
    @Nullable ThreadMessage claim,
    Round round,
    Set<String> declined,
    @Nullable String endedBy,
    List<Reply> replies,
    @Nullable SignOfLife heard,
    boolean unconfirmed,
    OpenQuestion question) {

  /** Sender of the exchange's own messages. */
  public static final String EXCHANGE = "exchange";

  public Conversation {
    declined = Set.copyOf(declined);
    replies = List.copyOf(replies);
  }

  /**
   * An answer of the requestor.
   *
   * @param position of its message document
   * @param to executor whom the reply concerns: who made the suggestion that it answers, else the
   *     last asker, else the holder at that time; null for nobody
   * @param always whether it is told whatever became of the thread: an answer to a suggestion, an
   *     opinion of what was done, news of the thread in which this one goes on
   */
  public record Reply(int position, @Nullable String to, @Nullable Instant at, boolean always) {}

  /**
   * A message document as a sign of life.
   *
   * @param eta when the speaker expects to be done; null when the message does not say
   */
  public record SignOfLife(int position, Instant at, @Nullable Instant eta) {}

  /** Whether a failure is one that others may make good (protocol §4.2). */
  public static boolean recoverable(Payload.Status status) {
    return status.status() == ThreadStatus.FAILED
        && "true".equals(String.valueOf(status.fields().get("recoverable")));
  }

  public static Conversation of(MessThread thread) {
    return new ConversationReader(thread).read();
  }
}
