package org.messgateway.gateway.answer;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/** What became of an answer. */
public sealed interface Verdict {

  /**
   * It is on the disk and in the thread.
   *
   * @param status of the thread now
   * @param holder executor who has the task now; null for nobody
   * @param again whether the same answer had been taken before
   */
  record Taken(ThreadStatus status, @Nullable String holder, boolean again) implements Verdict {}

  /**
   * Somebody else has the task: a claim that came second, or anything but a claim from one who does
   * not have it.
   *
   * @param holder executor who has it
   * @param holderName as people call them
   * @param kept whether what was said is in the thread nevertheless: content is never thrown away
   */
  record HeldByOther(String holder, String holderName, boolean kept) implements Verdict {}

  /**
   * The task has ended.
   *
   * @param kept whether what was said is in the thread nevertheless
   */
  record Over(ThreadStatus status, boolean kept) implements Verdict {}

  /**
   * It makes no sense as it is, or not now: unknown status, a reference to another thread, done
   * before it was confirmed.
   *
   * @param sentence what is wrong and what would be right
   */
  record Refused(String sentence) implements Verdict {}

  /** There is no such thread. */
  record Absent() implements Verdict {}

  /**
   * It could not be written now: disk full, exchange away, thread half-written by somebody.
   *
   * @param sentence why; the same answer may come again
   */
  record NotNow(String sentence) implements Verdict {}
}
