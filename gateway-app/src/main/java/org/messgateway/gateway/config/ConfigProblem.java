package org.messgateway.gateway.config;

/**
 * One mistake, or one thing worth a warning.
 *
 * @param path the key it is about: {@code executors.ana.notify.sms}; empty for a whole file
 * @param where the file and line
 * @param what what is wrong; never the value of a secret
 * @param right what would be right; empty when {@code what} says it already
 */
public record ConfigProblem(String path, Position where, String what, String right) {

  /** In one line, for logs. */
  @Override
  public String toString() {
    return where
        + (path.isEmpty() ? "" : " " + path)
        + ": "
        + what
        + (right.isEmpty() ? "" : "; " + right);
  }
}
