package org.messgateway.gateway.exchange.view;

import java.net.URI;
import java.util.Optional;

/**
 * Links by which one executor can fetch the files of one thread; each link holds a token of that
 * executor.
 */
public interface FileLinks {

  /** Link to an attachment. */
  URI attachment(String fileName);

  /**
   * Link to a data URI of the thread.
   *
   * @param document position of the message document, 0 for the first
   * @param number of the data URI in that document, 0 for the first, as in {@link InlineData#find}
   */
  URI inline(int document, int number);

  /**
   * Link to a picture that the thread names by URL and the gateway fetches.
   *
   * @param document as in {@link #inline}
   * @param number position in {@link MediaReferences#remote}
   */
  URI remote(int document, int number);

  /**
   * Link to a file on the gateway's machine that the thread names by {@code file://}.
   *
   * @param document as in {@link #inline}
   * @param number position in {@link MediaReferences#local}
   * @param uri in the thread
   * @return empty when the file is missing, too large, or not permitted by the operator
   */
  default Optional<LocalFile> local(int document, int number, String uri) {
    return Optional.empty();
  }

  /**
   * A file on the gateway's machine.
   *
   * @param uri link to fetch it
   * @param size current bytes
   */
  record LocalFile(URI uri, String name, String mime, long size) {}
}
