package org.messgateway.gateway.config;

/**
 * Where something is written.
 *
 * @param file as people know it, from the home directory: {@code executors/ana.yaml}
 * @param line from 1
 * @param column from 1
 */
public record SourcePosition(String file, int line, int column) {

  static SourcePosition startOf(String file) {
    return new SourcePosition(file, 1, 1);
  }

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
