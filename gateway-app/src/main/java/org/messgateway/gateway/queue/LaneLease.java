package org.messgateway.gateway.queue;

/**
 * The right of this node to send on one lane.
 *
 * @param lane key of the lane's row
 * @param epoch counts the leases of this lane; a settlement under an older one does not count
 * @param state breaker of the lane when it was leased: {@code PROBING} allows one attempt only
 * @param probes failed probes in a row so far
 */
public record LaneLease(
    long lane, String channel, String address, long epoch, LaneState state, int probes) {}
