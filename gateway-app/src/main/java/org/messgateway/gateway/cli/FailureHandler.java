package org.messgateway.gateway.cli;

import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Tells a person what went wrong; a stack trace only where nobody foresaw the failure, and then in
 * the log.
 */
final class FailureHandler implements IExecutionExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(FailureHandler.class);

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parsed) {
    if (failure instanceof Failure known) {
      commandLine.getErr().println(known.getMessage());
      return known.status();
    }
    if (failure instanceof QueueException store && store.environmental()) {
      commandLine.getErr().println(store.getMessage());
      return Failure.FAILED;
    }
    log.debug("The command failed.", failure);
    commandLine
        .getErr()
        .println(
            "This failed in a way nobody foresaw: "
                + failure.getClass().getSimpleName()
                + (failure.getMessage() == null ? "" : ": " + failure.getMessage()));
    return Failure.FAILED;
  }
}
