package org.messgateway.gateway.answer.chat;

import java.time.ZoneId;
import java.util.Set;
import org.messgateway.api.text.Texts;

/**
 * An executor on one channel.
 *
 * @param name for people
 * @param addresses at which the executor is notified on this channel
 * @param persons the service's ids of this executor
 * @param texts what it reads, in its language
 */
public record ChannelMember(
    String executor,
    String name,
    ZoneId zone,
    Set<String> addresses,
    Set<String> persons,
    Texts texts) {

  public ChannelMember {
    addresses = Set.copyOf(addresses);
    persons = Set.copyOf(persons);
  }

  /** Whether an id of the service is this executor's identity or address. */
  boolean is(String person) {
    return persons.contains(person) || addresses.contains(person);
  }
}
