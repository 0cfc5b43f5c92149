package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundEvent;
import org.messgateway.gateway.queue.DeliveryRow;

/**
 * Resolves the sender of an event to an executor (docs/rules.md#who-acted), by the executors'
 * identities and addresses; for SMS by the number. A shared address identifies nobody: there the
 * person needs an identity.
 */
record SenderResolver(String channel, MemberSource memberSource) {

  /**
   * The executor that sent an event; empty for an unknown person.
   *
   * @param row delivery that the event refers to; null when unknown. Of several executors at a
   *     private address it decides for its own
   */
  Optional<ChannelMember> of(InboundEvent event, @Nullable DeliveryRow row) {
    List<ChannelMember> candidates = candidates(event);
    return candidates.stream()
        .filter(member -> row != null && member.executor().equals(row.identity().executor()))
        .findFirst()
        .or(() -> candidates.stream().findFirst());
  }

  /** All executors that the sender may be. */
  List<ChannelMember> candidates(InboundEvent event) {
    List<ChannelMember> named =
        memberSource.members(channel).stream()
            .filter(member -> member.persons().contains(event.person()))
            .toList();
    return named.isEmpty()
        ? memberSource.members(channel).stream()
            .filter(member -> member.is(event.person()))
            .toList()
        : named;
  }

  /** Whether others read at this address: it is an executor's, and not the person's own. */
  boolean isShared(InboundEvent event) {
    return !event.direct()
        && memberSource.members(channel).stream()
            .anyMatch(member -> member.addresses().contains(event.address()));
  }

  /** Whether the address is neither the person's nor any executor's. */
  boolean isElsewhere(InboundEvent event) {
    return !event.direct()
        && memberSource.members(channel).stream()
            .noneMatch(member -> member.addresses().contains(event.address()));
  }
}
