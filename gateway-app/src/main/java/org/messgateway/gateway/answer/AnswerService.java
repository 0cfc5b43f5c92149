package org.messgateway.gateway.answer;

/**
 * Takes answers of executors from all channels: an executor, a thread and a MESS message.
 *
 * <p>Blocks until the answer is on the disk and in the thread, or is refused; safe for all threads.
 */
public interface AnswerService {

  /**
   * Takes an answer. One that was taken before (see {@link Answer#key()}) is not taken again; its
   * result tells how the thread stands now.
   */
  AnswerResult say(Answer answer);
}
