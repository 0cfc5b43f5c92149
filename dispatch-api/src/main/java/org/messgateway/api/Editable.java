package org.messgateway.api;

/** An adapter whose service can change a message that was sent. */
public interface Editable {

  /**
   * Replaces the content of a sent message by this notification. A message that already has this
   * content counts as changed. The rules of {@link Adapter#deliver} hold: threads, time limit,
   * failures and secrets.
   *
   * @param receipt the receipt of the message, as {@link Adapter#deliver} returned it
   * @return the result of the attempt
   */
  Outcome update(Receipt receipt, Notification notification);
}
