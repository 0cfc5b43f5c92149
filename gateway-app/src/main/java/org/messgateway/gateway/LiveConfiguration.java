package org.messgateway.gateway;

import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.people.People;

/**
 * The configuration in force, with what people decided; replaced as a whole when a new version of
 * either is good.
 */
final class LiveConfiguration {

  private GatewayConfig written;
  private People people = People.NOBODY;
  private volatile GatewayConfig config;

  LiveConfiguration(GatewayConfig config) {
    this.written = config;
    this.config = config;
  }

  GatewayConfig get() {
    return config;
  }

  synchronized void replace(GatewayConfig next) {
    written = next;
    config = PeopleApplied.to(written, people);
  }

  /** What people decided counts from now on. */
  synchronized void decided(People next) {
    people = next;
    config = PeopleApplied.to(written, people);
  }
}
