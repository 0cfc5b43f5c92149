package org.messgateway.gateway.config.people;

import java.time.Instant;

/**
 * An address that gets no messages until an operator resumes it.
 *
 * @param reason one line for people
 */
public record StoppedAddress(String channel, String address, Instant since, String reason) {

  boolean isAt(String otherChannel, String otherAddress) {
    return channel.equals(otherChannel) && address.equals(otherAddress);
  }
}
