package org.messgateway.gateway.dispatch;

/** Addresses that asked not to be called again, until somebody resumes them. */
public interface AddressStops {

  /** Whether deliveries to it are held. Asked before every lane run: must be fast. */
  boolean stopped(String channel, String address);

  /**
   * Stops it; durable when this returns, tells the operators.
   *
   * @param reason one line for people
   * @throws RuntimeException when it could not be written; the delivery is then not settled as
   *     rejected
   */
  void stop(String channel, String address, String reason);
}
