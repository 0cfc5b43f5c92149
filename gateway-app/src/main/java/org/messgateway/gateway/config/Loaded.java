package org.messgateway.gateway.config;

import java.util.List;

/** What became of reading the configuration. Warnings stop nothing. */
public sealed interface Loaded {

  /** In the order of files and lines. */
  List<ConfigProblem> warnings();

  /** It can be run. */
  record Valid(GatewayConfig config, List<ConfigProblem> warnings) implements Loaded {

    public Valid {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * It cannot.
   *
   * @param problems every mistake, in the order of files and lines; never empty
   */
  record Invalid(List<ConfigProblem> problems, List<ConfigProblem> warnings) implements Loaded {

    public Invalid {
      problems = List.copyOf(problems);
      warnings = List.copyOf(warnings);
    }
  }
}
