package org.messgateway.gateway.config;

import java.util.Locale;

/**
 * Who registers something at run time.
 *
 * @param name of the operator or agent; of an executor its id
 */
public record Registrant(Kind kind, String name) {

  /** What somebody may register depends on it. */
  public enum Kind {
    OPERATOR,
    AGENT,
    EXECUTOR
  }

  /** As it is kept and shown: {@code operator pat}. */
  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + " " + name;
  }
}
