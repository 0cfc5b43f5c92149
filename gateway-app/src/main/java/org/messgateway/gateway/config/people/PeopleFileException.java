package org.messgateway.gateway.config.people;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** {@code people.yaml} cannot be read or written; the message says where, why and what to do. */
public final class PeopleFileException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  PeopleFileException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
