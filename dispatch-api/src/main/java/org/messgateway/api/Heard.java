package org.messgateway.api;

/**
 * What the gateway says to what a person did; shown to that person alone where the channel can, and
 * in words of the gateway's: an adapter adds none.
 *
 * @param taken whether it counted
 * @param sentence for the person; empty when nothing is to be said
 */
public record Heard(boolean taken, String sentence) {

  /** Nothing is to be said. */
  public static final Heard SILENTLY = new Heard(true, "");

  /** It counted. */
  public static Heard taken(String sentence) {
    return new Heard(true, sentence);
  }

  /** It did not count, and why. */
  public static Heard refused(String sentence) {
    return new Heard(false, sentence);
  }
}
