package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * How a notification is to be told.
 *
 * @param silent without sound or vibration where the channel can
 * @param earlier the message about the same thread that this address got before, to answer to it;
 *     null for none
 * @param replyCode what stands before the number in {@code Reply A1 to take it}, where several
 *     tasks are open at this address; empty for none
 */
public record Manner(boolean silent, @Nullable Receipt earlier, String replyCode) {

  /** Aloud, for the first time. */
  public static final Manner PLAIN = new Manner(false, null, "");
}
