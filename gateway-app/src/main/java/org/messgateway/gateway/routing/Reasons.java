package org.messgateway.gateway.routing;

import java.util.function.Supplier;

/**
 * Why a route is as it is: made when it is asked for, since hardly any route is ever explained, and
 * kept by what it is made of: the thread, the catalogue. Equal to what says the same.
 */
public final class Reasons {

  /** Of a route that is kept for a while, and must hold no thread. */
  static final Reasons NONE = new Reasons(() -> Explanation.NONE);

  private final Supplier<Explanation> explanation;

  /**
   * @param explanation the same each time
   */
  Reasons(Supplier<Explanation> explanation) {
    this.explanation = explanation;
  }

  Explanation explanation() {
    return explanation.get();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Reasons reasons && explanation().equals(reasons.explanation());
  }

  @Override
  public int hashCode() {
    return explanation().hashCode();
  }

  @Override
  public String toString() {
    return explanation().toString();
  }
}
