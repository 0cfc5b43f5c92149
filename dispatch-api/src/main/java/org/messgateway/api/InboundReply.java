package org.messgateway.api;

/**
 * The gateway's reply to an inbound event. The adapter shows the sentence unchanged, to the person
 * alone where the channel can do that.
 *
 * @param accepted whether the gateway accepted the event
 * @param sentence the text for the person; empty when the adapter shows nothing
 */
public record InboundReply(boolean accepted, String sentence) {

  /** Accepted; the adapter shows nothing. */
  public static final InboundReply ACCEPTED_SILENTLY = new InboundReply(true, "");

  /**
   * An accepted event.
   *
   * @param sentence the text for the person
   */
  public static InboundReply accepted(String sentence) {
    return new InboundReply(true, sentence);
  }

  /**
   * An event without effect.
   *
   * @param sentence the reason, for the person
   */
  public static InboundReply refused(String sentence) {
    return new InboundReply(false, sentence);
  }
}
