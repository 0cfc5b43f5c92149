package org.messgateway.gateway.inbound;

import org.messgateway.api.Address;
import org.messgateway.api.Correctable.Standing;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Heard;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;
import org.messgateway.gateway.inbound.Once.Before;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens to addresses: linked, moved, opted out, not reached after all. */
final class AddressTalk {

  private static final Logger log = LoggerFactory.getLogger(AddressTalk.class);

  private final String channel;
  private final Ports ports;
  private final PeopleFile people;
  private final Once once;
  private final Sayings sayings = new Sayings(true);

  AddressTalk(String channel, Ports ports, Once once) {
    this.channel = channel;
    this.ports = ports;
    this.people = ports.people();
    this.once = once;
  }

  Heard opted(Said said, boolean out) {
    boolean changed =
        out
            ? people.optOut(channel, said.address(), ports.clock().instant())
            : people.optIn(channel, said.address());
    if (changed) {
      log.info("An address on {} {}.", channel, out ? "opted out" : "is back");
      ports.aftermath().peopleChanged();
    }
    return Heard.SILENTLY;
  }

  Heard moved(Said said, String newAddress) {
    if (Address.tooLong(newAddress)) {
      ports.aftermath().addressTooLong(channel, Address.bytes(newAddress));
    } else if (!people.now().current(channel, said.address()).equals(newAddress)) {
      people.moved(channel, said.address(), newAddress);
      log.info("An address on {} is another one now; people.yaml knows.", channel);
      ports.aftermath().peopleChanged();
    }
    return Heard.SILENTLY;
  }

  Heard linked(Said said, String code) {
    if (Address.tooLong(said.address())) {
      ports.aftermath().addressTooLong(channel, Address.bytes(said.address()));
      return Heard.refused(sayings.notHere());
    }
    if (once.begin(said.id(), "") instanceof Before.Finished) {
      return Heard.taken(sayings.again());
    }
    Heard heard =
        people
            .redeem(
                code, channel, said.address(), said.person(), said.name(), ports.clock().instant())
            .map(this::welcome)
            .orElseGet(() -> Heard.refused(sayings.badCode()));
    once.end(said.id());
    return heard;
  }

  private Heard welcome(String executor) {
    log.info("{} is linked on {}.", executor, channel);
    ports.aftermath().peopleChanged();
    Roster roster = ports.roster();
    return Heard.taken(sayings.linked(roster.name(executor), roster.title()));
  }

  Heard standing(Said said, Standing standing) {
    Receipt receipt = said.receipt();
    if (receipt != null && standing instanceof Standing.Failed(var reason, var sentence)) {
      ports
          .queue()
          .byReceipt(channel, receipt)
          .ifPresent(row -> failed(row.id(), row.identity(), reason, sentence));
    }
    return Heard.SILENTLY;
  }

  private void failed(String id, Identity identity, FailureReason reason, String sentence) {
    DeliveryState state =
        reason.scope() == FailureReason.Scope.FINAL ? DeliveryState.REJECTED : DeliveryState.DEAD;
    if (ports.queue().correct(id, new Settlement.Ended(state, reason, sentence))) {
      log.warn("{} was taken by {} and did not arrive: {}", id, channel, sentence);
      ports.aftermath().corrected(identity, state);
    }
  }
}
