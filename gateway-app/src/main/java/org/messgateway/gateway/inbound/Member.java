package org.messgateway.gateway.inbound;

import java.time.ZoneId;
import java.util.Set;

/**
 * An executor as one channel knows it.
 *
 * @param name as people call it
 * @param addresses where it is told on this channel
 * @param persons who it is there, by ids of the service
 */
public record Member(
    String executor, String name, ZoneId zone, Set<String> addresses, Set<String> persons) {

  public Member {
    addresses = Set.copyOf(addresses);
    persons = Set.copyOf(persons);
  }

  /** Whether this person is it: named as such, or the only one at an address of its own. */
  boolean is(String person) {
    return persons.contains(person) || addresses.contains(person);
  }
}
