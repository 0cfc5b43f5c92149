package org.messgateway.benchmarks;

import java.util.Locale;

/** What a figure should come to. Source: docs/performance.md. */
record FigureTarget(Bound bound, double limit) {

  /** Which side is good. */
  enum Bound {
    AT_LEAST,
    AT_MOST
  }

  static FigureTarget atLeast(double limit) {
    return new FigureTarget(Bound.AT_LEAST, limit);
  }

  static FigureTarget atMost(double limit) {
    return new FigureTarget(Bound.AT_MOST, limit);
  }

  boolean met(double value) {
    return switch (bound) {
      case AT_LEAST -> value >= limit;
      case AT_MOST -> value <= limit;
    };
  }

  @Override
  public String toString() {
    return (bound == Bound.AT_LEAST ? ">= " : "<= ")
        + "%.4g".formatted(limit).toLowerCase(Locale.ROOT);
  }
}
