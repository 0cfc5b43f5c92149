package org.messgateway.gateway.respond;

import java.io.IOException;
import java.io.InputStream;

/**
 * A file of a task.
 *
 * @param mime as the thread declares it; served as such only when it is a type that cannot run in a
 *     browser
 * @param size bytes
 */
public record TaskFile(String name, String mime, long size, Content content) {

  /** Opens the bytes anew at every call. */
  @FunctionalInterface
  public interface Content {
    InputStream open() throws IOException;
  }
}
