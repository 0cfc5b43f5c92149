package org.messgateway.gateway.config;

import java.util.List;

/** The result of reading the configuration. Warnings do not make it invalid. */
public sealed interface LoadResult {

  /** Warnings, in the order of files and lines. */
  List<ConfigProblem> warnings();

  /** A configuration that can be put in force. */
  record Valid(GatewayConfig config, List<ConfigProblem> warnings) implements LoadResult {

    public Valid {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * A configuration with mistakes.
   *
   * @param problems every mistake, in the order of files and lines; never empty
   */
  record Invalid(List<ConfigProblem> problems, List<ConfigProblem> warnings) implements LoadResult {

    public Invalid {
      problems = List.copyOf(problems);
      warnings = List.copyOf(warnings);
    }
  }
}
