package org.messgateway.api;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.text.Texts;

/**
 * The gateway's receiver of inbound events of one channel. The gateway implements it. All methods
 * may be called on any thread; those that write block for about one write to the disk.
 */
public interface InboundListener {

  /**
   * Reports an inbound event. The event is on the disk when the method returns. A second report of
   * the same {@link InboundEvent#id()} changes nothing and returns the first reply, so an adapter
   * that does not know whether it reported an event reports it again.
   *
   * @return the reply for the person
   * @throws InboundException when the gateway could not store the event. The event had no effect
   *     and must be reported again; the adapter shows an error to the person only if it cannot
   *     report again
   */
  InboundReply report(InboundEvent event) throws InboundException;

  /**
   * Checks whether the person may act at this address, before the adapter asks the person for more
   * than a press. The event itself is not reported by this call.
   *
   * @return the reply to show to a person who may not act; empty for a person who may
   * @throws InboundException when the gateway could not check it now
   */
  default Optional<InboundReply> refusal(InboundEvent event) throws InboundException {
    return Optional.empty();
  }

  /**
   * The texts in the language of the person behind an event, for what an adapter says by itself: a
   * form, a question, that something is too large. Of an unknown person those of the household.
   */
  default Texts texts(InboundEvent event) {
    return Texts.ENGLISH;
  }

  /**
   * Stores a raw event of the service durably, so that the adapter can acknowledge the event before
   * it processes it. An event that was stored and not {@linkplain #complete completed} is in {@link
   * #unfinished} at the next start. Of several gateways that share a store, another one gets the
   * event after this one ended ({@link Inbound#resume}).
   *
   * @param id the service's id of the event
   * @param event the event as the service sent it
   * @return false when the event was stored before, completed or not; the adapter then only
   *     acknowledges it
   * @throws InboundException when the gateway could not store the event; the adapter must not
   *     acknowledge it
   */
  boolean store(String id, byte[] event) throws InboundException;

  /**
   * Marks a stored event as processed.
   *
   * @param id the service's id of the event
   */
  void complete(String id);

  /**
   * The stored events that are not completed, oldest first. An adapter reads them once, when it
   * begins to listen. Events that another live gateway processes are not among them.
   */
  List<StoredEvent> unfinished();

  /**
   * Whether calls to {@code /callbacks/<channel>} reach the gateway at its public URL, as far as
   * the gateway knows.
   */
  boolean callbacksReachable();

  /**
   * Whether this gateway is the one that polls the service. Of several gateways that share a store
   * one polls; another takes its place when it ends. An adapter that was replaced may not poll any
   * more. An adapter asks before each poll of a service that serves only one poller. The call may
   * take two seconds.
   */
  default boolean mayPoll() {
    return true;
  }

  /**
   * A raw event of the service.
   *
   * @param id the service's id of the event
   * @param event the event as the service sent it
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, read once.
  record StoredEvent(String id, byte[] event) {}
}
