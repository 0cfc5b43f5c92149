package org.messgateway.gateway.dispatch;

/**
 * Addresses whose service asked for no further calls (HTTP 410), until an operator resumes them.
 */
public interface AddressStops {

  /** Whether deliveries to the address are held. Asked at every lease of a lane; must be fast. */
  boolean stopped(String channel, String address);

  /**
   * Stops an address and reports it to the operators; durable when this returns.
   *
   * @param reason one line for people
   * @throws RuntimeException when it could not be written; the delivery is then not settled as
   *     rejected
   */
  void stop(String channel, String address, String reason);
}
