package org.messgateway.gateway.cli;

import java.io.Serial;

/** A command failed; the message says what to do next. */
final class CommandFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  static final int FAILED = 1;
  static final int USAGE = 2;

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
  static CommandFailure failed(String message) {
    return new CommandFailure(FAILED, message, "");
  }

  /** The command line or the configuration is at fault. */
  static CommandFailure usage(String message) {
    return new CommandFailure(USAGE, message, "");
  }

  /** The same with lines of our own below it. */
  static CommandFailure usage(String message, String report) {
    return new CommandFailure(USAGE, message, report);
  }

  /** One line. */
  String sentence() {
    return sentence;
  }

  /** Lines below it; empty for none. */
  String report() {
    return report;
  }

  int status() {
    return status;
  }
}
