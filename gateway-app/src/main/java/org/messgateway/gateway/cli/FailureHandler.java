package org.messgateway.gateway.cli;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** A command that failed. */
final class FailureHandler implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parsed) {
    return FailureReport.of(failure, commandLine.getErr());
  }
}
