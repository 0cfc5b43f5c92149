package org.messgateway.gateway.ops;

import java.time.InstantSource;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.StoppedAddress;
import org.messgateway.gateway.dispatch.AddressStops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Addresses that answered 410 or opted out, kept in {@code people.yaml}. Each lease and attempt
 * asks, so the file is not looked at here. Thread-safe.
 */
public record StoppedAddresses(PeopleFile file, InstantSource clock) implements AddressStops {

  private static final Logger log = LoggerFactory.getLogger(StoppedAddresses.class);

  @Override
  public boolean stopped(String channel, String address) {
    return file.latest().silent(channel, address);
  }

  @Override
  public void stop(String channel, String address, String reason) {
    file.stop(new StoppedAddress(channel, address, clock.instant(), reason));
    log.error(
        "An address on {} asked not to be called again ({}). What is for it waits until it is let"
            + " go on: mess-gateway people shows it, mess-gateway resume ADDRESS undoes it.",
        channel,
        reason);
  }
}
