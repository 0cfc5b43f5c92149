package org.messgateway.gateway.exchange.files;

import java.io.IOException;
import java.nio.file.Path;

/** A file that must not be opened; the message says why. */
public final class RefusedFileException extends IOException {

  private static final long serialVersionUID = 1L;

  public RefusedFileException(Path path, String refusal) {
    super(path.getFileName() + " " + refusal);
  }
}
