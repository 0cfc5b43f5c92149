package org.messgateway.api;

/** An adapter that can change what it has sent. Same rules as {@link Adapter#deliver}. */
public interface Editable {

  /**
   * Makes the message of that receipt say what this notification says. A message already as wanted
   * is a success.
   */
  Outcome update(Receipt receipt, Notification notification);
}
