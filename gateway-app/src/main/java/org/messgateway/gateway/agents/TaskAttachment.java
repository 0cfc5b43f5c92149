package org.messgateway.gateway.agents;

import java.io.IOException;
import org.messgateway.gateway.exchange.view.TaskFile;

/**
 * A file of a task.
 *
 * @param name by which it is fetched; unique in the task, safe in paths
 * @param title the writer's name of it, one line; {@code name} where it has none
 * @param mime as the writer says; not checked
 * @param size bytes; -1 where that is known only when it is fetched
 * @param message {@link SaidMessage#number} that brings it
 * @param uri {@code content://REF/NAME}, with {@code ?exchange=} where there are several
 * @param path on the gateway's HTTP server, for the agent's token
 * @param url {@code path} on the gateway's public address
 * @param content opens the bytes
 */
public record TaskAttachment(
    String name,
    String title,
    String mime,
    long size,
    int message,
    String uri,
    String path,
    String url,
    TaskFile.Content content) {

  /**
   * The bytes.
   *
   * @param most bytes that are wanted at most
   * @throws TooLargeException when there are more
   * @throws java.nio.file.NoSuchFileException when the file is gone
   * @throws IOException when it cannot be read now
   */
  public byte[] bytes(int most) throws IOException {
    try (var in = content.open()) {
      byte[] read = in.readNBytes(most);
      if (in.read() >= 0) {
        throw new TooLargeException(name, most);
      }
      return read;
    }
  }

  /** A file has more bytes than are wanted. */
  public static final class TooLargeException extends IOException {

    @java.io.Serial private static final long serialVersionUID = 1L;

    TooLargeException(String name, int most) {
      super("The file %s has more than %d bytes.".formatted(name, most));
    }
  }
}
