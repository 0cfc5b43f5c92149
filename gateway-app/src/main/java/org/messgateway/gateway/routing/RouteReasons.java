package org.messgateway.gateway.routing;

import java.util.function.Supplier;

/**
 * The explanation of a route, computed on demand, because few routes are ever explained. References
 * the thread and the catalogue. Equal when the explanations are equal.
 */
public final class RouteReasons {

  /** Reasons of a cached route, which must not reference a thread. */
  static final RouteReasons NONE = new RouteReasons(() -> Explanation.NONE);

  private final Supplier<Explanation> explanation;

  /**
   * @param explanation the same each time
   */
  RouteReasons(Supplier<Explanation> explanation) {
    this.explanation = explanation;
  }

  Explanation explanation() {
    return explanation.get();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RouteReasons reasons && explanation().equals(reasons.explanation());
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
