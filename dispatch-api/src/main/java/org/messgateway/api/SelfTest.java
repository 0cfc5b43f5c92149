package org.messgateway.api;

import java.util.List;

/** An adapter that can check its credentials and rights without bothering anybody. */
public interface SelfTest {

  /** What is wrong, empty when all is well. Same rules as {@link Adapter#deliver}. */
  List<Finding> selfTest();

  /**
   * One thing that is wrong.
   *
   * @param severe whether nothing can be sent until it is mended
   * @param sentence what is wrong; no secrets
   * @param remedy the line or the click that mends it
   */
  record Finding(boolean severe, String sentence, String remedy) {}
}
