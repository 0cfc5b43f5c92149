package org.messgateway.gateway.exchange.format;

/**
 * A thread cannot be parsed. The message names file, line, column and reason for people; of the
 * thread's content it holds single characters and keys only.
 *
 * <p>It has no cause: the parser's own exceptions hold all that the parser has read, and failures
 * are remembered as long as their files are there.
 *
 * <p>Checked, because a broken thread is usual and must affect no other thread.
 */
public final class ThreadFormatException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final int column;
  private final String reason;

  /**
   * @param file its name
   * @param line of the file, 1 for the first
   * @param column 1 for the first
   * @param reason one line
   */
  public ThreadFormatException(String file, int line, int column, String reason) {
    this.file = file;
    this.line = line;
    this.column = column;
    this.reason = reason;
  }

  /** File, line, column and reason, one line. */
  @Override
  public String getMessage() {
    return "%s, line %d, column %d: %s".formatted(file, line, column, reason);
  }

  public String file() {
    return file;
  }

  /** Line of the file, 1 for the first. */
  public int line() {
    return line;
  }

  /** Column, 1 for the first. */
  public int column() {
    return column;
  }

  /** What is wrong, one line. */
  public String reason() {
    return reason;
  }
}
