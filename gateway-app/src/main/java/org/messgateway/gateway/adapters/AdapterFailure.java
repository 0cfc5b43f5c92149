package org.messgateway.gateway.adapters;

/**
 * An adapter or its provider threw where it should have answered. The message names the jar and the
 * kind of failure, never what the thrown thing says: that may hold a secret of somebody's settings.
 */
public final class AdapterFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AdapterFailure(String origin, String doing, Throwable cause) {
    super(origin + ": " + doing + " failed: " + sentence(cause), cause);
  }

  /** What went wrong in words that can hold no secret; a linkage error names classes only. */
  static String sentence(Throwable thrown) {
    String kind = thrown.getClass().getSimpleName();
    return thrown instanceof LinkageError ? kind + ": " + thrown.getMessage() : kind;
  }
}
