package org.messgateway.api;

import java.util.List;
import java.util.Optional;

/**
 * Where an adapter with a way back reports what people did. Implemented by the gateway, one for
 * each channel; safe for all threads; blocks for about as long as a write to the disk takes.
 */
public interface Ear {

  /**
   * Takes what a person did. When it returns, what was taken is on the disk. The same {@link
   * Said#id()} again changes nothing and is answered as the first time, so an adapter that does not
   * know whether it reported an event reports it again.
   *
   * @throws EarException when it could not be taken now: nothing happened, the event must come
   *     again; tell the person only if it never can
   */
  Heard hear(Said said) throws EarException;

  /**
   * What to tell somebody who may not act here at all, before they are asked for more than a press;
   * empty for whoever may. Nothing that they said is taken by this.
   *
   * @throws EarException when it could not be found out now
   */
  default Optional<Heard> refusal(Said said) throws EarException {
    return Optional.empty();
  }

  /**
   * Keeps a raw event of the service, durably, so that the service can be told "got it" before the
   * event is worked through. What was kept and not {@link #done} is in {@link #kept} at the next
   * start; of several processes that share a store another gets it when this one is gone ({@link
   * Inbound#takeOver}).
   *
   * @param id what the service calls the event
   * @return false when this event was kept before, done or not: nothing is to be done then
   */
  boolean keep(String id, byte[] event) throws EarException;

  /** An event that was kept is worked through. */
  void done(String id);

  /**
   * Events that were kept and not done, oldest first: to be asked once, when listening begins.
   * Those that another living process works through are not among them.
   */
  List<Kept> kept();

  /** Whether calls to {@code /callbacks/<channel>} reach us at the public URL, as far as known. */
  boolean callable();

  /**
   * Whether this process is the one that asks the service for news: of several gateways that share
   * a store one does, and another when that one is gone. Asked by adapters before each question to
   * a service that answers one asker only; may take a second or two. Who does not ask takes it that
   * another does.
   */
  default boolean mayAsk() {
    return true;
  }

  /** A raw event. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record Kept(String id, byte[] event) {}
}
