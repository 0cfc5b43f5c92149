package org.messgateway.gateway.answer;

/**
 * The one door of the way back: <em>this executor says this MESS message on that thread</em>.
 *
 * <p>Blocks until the answer is on the disk and in the thread, or is refused; safe for all threads.
 */
public interface Answers {

  /** Takes an answer. The same answer again (see {@link Answer#key()}) gets the same verdict. */
  Verdict say(Answer answer);
}
