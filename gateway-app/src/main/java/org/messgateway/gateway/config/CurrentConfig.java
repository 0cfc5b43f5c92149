package org.messgateway.gateway.config;

import org.messgateway.gateway.config.people.PeopleState;

/**
 * The configuration in force, with the decisions of people. Replaced as a whole when either has a
 * new valid version. Thread-safe.
 */
public final class CurrentConfig {

  private GatewayConfig written;
  private PeopleState people = PeopleState.NOBODY;
  private int port;
  private volatile GatewayConfig config;

  public CurrentConfig(GatewayConfig config) {
    this.written = config;
    this.config = config;
  }

  public GatewayConfig get() {
    return config;
  }

  public synchronized void replace(GatewayConfig next) {
    written = next;
    apply();
  }

  /** Puts decisions of people in force. */
  public synchronized void decided(PeopleState next) {
    people = next;
    apply();
  }

  /** Notes the port of the HTTP server: links name it where any free port was configured. */
  public synchronized void listening(int actual) {
    port = actual;
    apply();
  }

  private void apply() {
    boolean anyPort = written.http().port() == 0 && port != 0;
    config = PeopleOverlay.to(anyPort ? written.onPort(port) : written, people);
  }
}
