package org.messgateway.gateway.adapters;

/**
 * Something that keeps an adapter from being used.
 *
 * @param origin the file, folder or class path it is about
 * @param sentence what is wrong and what to do
 * @param stopsTheStart whether the gateway cannot run like this; else only this adapter is left out
 */
public record DiscoveryProblem(String origin, String sentence, boolean stopsTheStart) {

  @Override
  public String toString() {
    return origin + ": " + sentence;
  }
}
