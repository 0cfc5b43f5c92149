package org.messgateway.gateway.answer;

import java.util.List;
import java.util.stream.Stream;
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

    /** The same with further notes. */
    Accepted with(List<String> further) {
      return new Accepted(
          status, holder, again, Stream.concat(notes.stream(), further.stream()).toList());
    }
  }

  /**
   * Another executor holds the task: the claim came second, or the sender is not the holder.
   *
   * @param status of the thread now
   * @param holder executor who has it
   * @param holderName the holder's name
   * @param kept whether the content is in the thread nevertheless: content is never thrown away
   * @param again whether the same answer came before
   */
  record HeldByOther(
      ThreadStatus status, String holder, String holderName, boolean kept, boolean again)
      implements AnswerResult {

    /** Said for the first time. */
    public HeldByOther(ThreadStatus status, String holder, String holderName, boolean kept) {
      this(status, holder, holderName, kept, false);
    }
  }

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
   * @param again whether the same answer came before
   */
  record ThreadEnded(ThreadStatus status, @Nullable String holder, boolean kept, boolean again)
      implements AnswerResult {

    /** Said for the first time. */
    public ThreadEnded(ThreadStatus status, @Nullable String holder, boolean kept) {
      this(status, holder, kept, false);
    }
  }

  /**
   * The answer is invalid for this thread: unknown status, reference to another thread, completed
   * before the requestor confirmed.
   *
   * @param sentence what is wrong and what would be right
   * @param example an entry that would be right, as YAML; null for none
   * @param entry number of the entry that is wrong, 1 for the first; 0 for the message as a whole
   */
  record Refused(String sentence, @Nullable String example, int entry) implements AnswerResult {

    public Refused(String sentence) {
      this(sentence, null, 0);
    }
  }

  /** The thread does not exist. */
  record NoSuchThread() implements AnswerResult {}

  /**
   * The answer cannot be written now: disk full, exchange away, thread incomplete.
   *
   * @param sentence the reason; the sender may send the same answer again
   */
  record TryAgainLater(String sentence) implements AnswerResult {}
}
