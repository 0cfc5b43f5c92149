package org.messgateway.gateway;

import java.time.InstantSource;
import org.messgateway.gateway.dispatch.AddressStops;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.people.StoppedAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Addresses stopped by 410, kept in {@code people.yaml}. */
record PeopleStops(PeopleFile file, InstantSource clock) implements AddressStops {

  private static final Logger log = LoggerFactory.getLogger(PeopleStops.class);

  @Override
  public boolean stopped(String channel, String address) {
    return file.stopped(channel, address);
  }

  @Override
  public void stop(String channel, String address, String reason) {
    file.stop(new StoppedAddress(channel, address, clock.instant(), reason));
    log.error(
        "An address on {} asked not to be called again ({}). What is for it waits until its entry"
            + " is taken out of people.yaml.",
        channel,
        reason);
  }
}
