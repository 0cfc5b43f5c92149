package org.messgateway.gateway.cli.command;

import java.io.Serial;

/** A command failed; the message says what to do next. */
public final class CommandFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public static final int FAILED = 1;
  public static final int USAGE = 2;

  private final int status;
  private final String sentence;
  private final String report;

  private CommandFailure(int status, String sentence, String report) {
    super(sentence);
    this.status = status;
    this.sentence = sentence;
    this.report = report;
  }

  /** It was right to ask, and it did not work. */
  public static CommandFailure failed(String message) {
    return new CommandFailure(FAILED, message, "");
  }

  /** The command line or the configuration is at fault. */
  public static CommandFailure usage(String message) {
    return new CommandFailure(USAGE, message, "");
  }

  /** The same with lines of our own below it. */
  public static CommandFailure usage(String message, String report) {
    return new CommandFailure(USAGE, message, report);
  }

  /** One line. */
  public String sentence() {
    return sentence;
  }

  /** Lines below it; empty for none. */
  public String report() {
    return report;
  }

  int status() {
    return status;
  }
}
