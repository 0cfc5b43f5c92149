package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * The way in which a notification is delivered.
 *
 * @param silent true for a message without sound or vibration, where the channel can do that
 * @param replyTo the receipt of the earlier message about the same thread at this address, which
 *     the new message answers; null for none
 * @param replyCode the code before the number in {@code Reply A1 to take it}, where several tasks
 *     are open at this address; empty for none
 */
public record DeliveryOptions(boolean silent, @Nullable Receipt replyTo, String replyCode) {

  /** With sound, not as a reply, without a reply code. */
  public static final DeliveryOptions DEFAULT = new DeliveryOptions(false, null, "");
}
