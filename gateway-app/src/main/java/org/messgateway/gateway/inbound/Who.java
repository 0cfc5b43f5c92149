package org.messgateway.gateway.inbound;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Said;
import org.messgateway.gateway.queue.DeliveryRow;

/**
 * Who acted (DESIGN §9): the person is looked up among the executors' addresses and identities, for
 * SMS the number. A shared place tells nobody apart: there the person must be known.
 */
record Who(String channel, Roster roster) {

  /**
   * The executor who said it; empty for somebody unknown.
   *
   * @param told what it is about; null when that is not known. Of several who share a private
   *     address it is the one it was told to
   */
  Optional<Member> of(Said said, @Nullable DeliveryRow told) {
    List<Member> candidates = candidates(said);
    return candidates.stream()
        .filter(member -> told != null && member.executor().equals(told.identity().executor()))
        .findFirst()
        .or(() -> candidates.stream().findFirst());
  }

  /** All it could be. */
  List<Member> candidates(Said said) {
    List<Member> named =
        roster.members(channel).stream()
            .filter(member -> member.persons().contains(said.person()))
            .toList();
    return named.isEmpty()
        ? roster.members(channel).stream().filter(member -> member.is(said.person())).toList()
        : named;
  }

  /** Whether others may read along: an address of executors that is not the person's own. */
  boolean isShared(Said said) {
    return !said.person().equals(said.address())
        && roster.members(channel).stream()
            .anyMatch(member -> member.addresses().contains(said.address()));
  }

  /** Whether nobody of ours is told there. */
  boolean isElsewhere(Said said) {
    return !said.person().equals(said.address())
        && roster.members(channel).stream()
            .noneMatch(member -> member.addresses().contains(said.address()));
  }
}
