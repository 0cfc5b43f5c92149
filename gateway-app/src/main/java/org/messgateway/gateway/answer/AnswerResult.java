package org.messgateway.gateway.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/** The outcome of an answer. */
public sealed interface AnswerResult {

  /**
   * The answer is on the disk and in the thread.
   *
   * @param status of the thread now
   * @param holder executor who has the task now; null for nobody
   * @param again whether the same answer was accepted before
   * @param notes sentences about what is kept in the thread and has no effect
   */
  record Accepted(ThreadStatus status, @Nullable String holder, boolean again, List<String> notes)
      implements AnswerResult {

    public Accepted {
      notes = List.copyOf(notes);
    }

    public Accepted(ThreadStatus status, @Nullable String holder, boolean again) {
      this(status, holder, again, List.of());
    }
  }

  /**
   * Another executor holds the task: the claim came second, or the sender is not the holder.
   *
   * @param status of the thread now
   * @param holder executor who has it
   * @param holderName the holder's name
   * @param kept whether the content is in the thread nevertheless: content is never thrown away
   */
  record HeldByOther(ThreadStatus status, String holder, String holderName, boolean kept)
      implements AnswerResult {}

  /**
   * The answer was taken before, and since then the task was set free: nobody has it.
   *
   * @param kept whether the content is in the thread
   */
  record SetFree(ThreadStatus status, boolean kept) implements AnswerResult {}

  /**
   * The task has ended.
   *
   * @param holder executor who had it when it ended; null for nobody
   * @param kept whether the content is in the thread nevertheless
   */
  record ThreadEnded(ThreadStatus status, @Nullable String holder, boolean kept)
      implements AnswerResult {}

  /**
   * The answer is invalid for this thread: unknown status, reference to another thread, completed
   * before the requestor confirmed.
   *
   * @param sentence what is wrong and what would be right
   */
  record Refused(String sentence) implements AnswerResult {}

  /** The thread does not exist. */
  record NoSuchThread() implements AnswerResult {}

  /**
   * The answer cannot be written now: disk full, exchange away, thread incomplete.
   *
   * @param sentence the reason; the sender may send the same answer again
   */
  record TryAgainLater(String sentence) implements AnswerResult {}
}
