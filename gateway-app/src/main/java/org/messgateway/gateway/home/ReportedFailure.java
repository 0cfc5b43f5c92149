package org.messgateway.gateway.home;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * A failure that many meet at once, such as a database that is away. Whoever finds it reports it to
 * the operator, once; those whom it fails only go on.
 */
public interface ReportedFailure {

  /** Whether it was reported already. */
  boolean reported();

  /**
   * Level of the line of one whom a failure stopped.
   *
   * @param usual when nobody has reported it
   * @return {@code DEBUG} when it, or what caused it, was reported
   */
  static Level level(Throwable failure, Level usual) {
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ReportedFailure shared && shared.reported()) {
        return Level.DEBUG;
      }
    }
    return usual;
  }
}
