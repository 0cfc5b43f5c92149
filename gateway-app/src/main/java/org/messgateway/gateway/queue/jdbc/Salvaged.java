package org.messgateway.gateway.queue.jdbc;

/**
 * What of a damaged queue went into the one that was made anew.
 *
 * @param told deliveries whose threads do not say yet that they were made
 * @param said answers and presses of people that were acknowledged and not written yet
 */
public record Salvaged(int told, int said) {

  static final Salvaged NOTHING = new Salvaged(0, 0);
}
