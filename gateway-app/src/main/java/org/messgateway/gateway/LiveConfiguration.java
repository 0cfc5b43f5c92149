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
  private int port;
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
    apply();
  }

  /** What people decided counts from now on. */
  synchronized void decided(People next) {
    people = next;
    apply();
  }

  /** The server listens there: where any free port was asked for, links name this one. */
  synchronized void listening(int actual) {
    port = actual;
    apply();
  }

  private void apply() {
    boolean anyPort = written.http().port() == 0 && port != 0;
    config = PeopleApplied.to(anyPort ? written.onPort(port) : written, people);
  }
}
