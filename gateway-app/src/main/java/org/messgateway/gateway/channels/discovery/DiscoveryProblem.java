package org.messgateway.gateway.channels.discovery;

/**
 * A reason why an adapter cannot be used.
 *
 * @param origin the file, folder or class path it is about
 * @param sentence what is wrong and what to do
 * @param stopsTheStart whether the gateway must not start; else only this adapter is left out
 */
public record DiscoveryProblem(String origin, String sentence, boolean stopsTheStart) {

  @Override
  public String toString() {
    return origin + ": " + sentence;
  }
}
