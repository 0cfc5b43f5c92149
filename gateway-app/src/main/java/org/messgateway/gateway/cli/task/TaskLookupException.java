package org.messgateway.gateway.cli.task;

import java.io.Serial;
import java.util.Objects;

/** A task cannot be found or read; the message is for the operator. */
final class TaskLookupException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  TaskLookupException(String sentence) {
    super(sentence);
  }

  /** One sentence. */
  String sentence() {
    return Objects.requireNonNull(getMessage());
  }
}
