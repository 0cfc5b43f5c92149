package org.messgateway.gateway;

/** How often a test of the proof tries what chance decides. */
public final class Repetitions {

  /** {@code -Dmess.proof.divisor=10}: a tenth of them, for a proof that runs at each change. */
  private static final int DIVISOR = Integer.getInteger("mess.proof.divisor", 1);

  private Repetitions() {}

  /**
   * Its part in this run.
   *
   * @param whole what the whole proof tries
   */
  public static int of(int whole) {
    return Math.max(1, whole / DIVISOR);
  }
}
