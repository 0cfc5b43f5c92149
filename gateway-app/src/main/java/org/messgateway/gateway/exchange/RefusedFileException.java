package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is not opened, and why. */
final class RefusedFileException extends IOException {

  private static final long serialVersionUID = 1L;

  RefusedFileException(Path path, String refusal) {
    super(path.getFileName() + " " + refusal);
  }
}
