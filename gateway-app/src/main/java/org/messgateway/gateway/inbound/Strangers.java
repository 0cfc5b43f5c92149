package org.messgateway.gateway.inbound;

import org.messgateway.api.Heard;
import org.messgateway.api.Said;
import org.messgateway.gateway.people.People;

/**
 * People whom nobody configured: may not act, are told so, and are remembered for {@code people}.
 */
record Strangers(String channel, Ports ports) {

  Heard met(Said said) {
    ports
        .people()
        .unknown(new People.Unknown(channel, said.person(), said.name(), ports.clock().instant()));
    return Heard.refused(new Sayings(true).unknown(ports.roster().title(), said.person()));
  }
}
