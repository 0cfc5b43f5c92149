package org.messgateway.gateway.answer;

/**
 * Takes answers of executors from all channels: an executor, a thread and a MESS message.
 *
 * <p>Blocks until the answer is on the disk and in the thread, or is refused; safe for all threads.
 */
public interface AnswerService {

  /** Takes an answer. A repeated answer (see {@link Answer#key()}) gets the same result. */
  AnswerResult say(Answer answer);
}
