package org.messgateway.gateway.exchange.view;

import java.io.IOException;
import java.io.InputStream;

/**
 * A file of a task.
 *
 * @param mime as the thread declares it; served only when a browser does not execute the type
 * @param size bytes
 */
public record TaskFile(String name, String mime, long size, Content content) {

  /** Opens a new stream at each call. */
  @FunctionalInterface
  public interface Content {
    InputStream open() throws IOException;
  }
}
