package org.messgateway.gateway.config;

/**
 * One mistake or one warning.
 *
 * @param path of the key: {@code executors.ana.notify.sms}; empty for a whole file
 * @param position file and line
 * @param what what is wrong; never the value of a secret
 * @param right what would be right; empty when {@code what} says it already
 */
public record ConfigProblem(String path, SourcePosition position, String what, String right) {

  /** In one line, for logs. */
  @Override
  public String toString() {
    return position
        + (path.isEmpty() ? "" : " " + path)
        + ": "
        + what
        + (right.isEmpty() ? "" : "; " + right);
  }
}
