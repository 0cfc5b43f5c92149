package org.messgateway.gateway.exchange.view;

import java.net.URI;
import java.util.Optional;

/** Where one executor can fetch the files of one thread; each link holds that executor's token. */
public interface FileLinks {

  /** A file that lies beside the thread. */
  URI attachment(String fileName);

  /**
   * Data that stands in the thread itself.
   *
   * @param document position of the message document, 0 for the first
   * @param number which data URI of that document, 0 for the first; {@link InlineData#find} finds
   *     it again
   */
  URI inline(int document, int number);

  /**
   * A picture that the thread names by URL, fetched by the gateway.
   *
   * @param document as in {@link #inline}
   * @param number position in {@link RemotePlaces#of}
   */
  URI remote(int document, int number);

  /**
   * A file on the gateway's machine that the thread names by {@code file://}.
   *
   * @param document as in {@link #inline}
   * @param number position in {@link LocalPlaces#of}
   * @param uri what the thread says
   * @return empty when it is not there, too large, or the operator does not permit it
   */
  default Optional<LocalFile> local(int document, int number, String uri) {
    return Optional.empty();
  }

  /**
   * A file on the gateway's machine.
   *
   * @param uri where it can be fetched
   * @param size bytes, as it stands
   */
  record LocalFile(URI uri, String name, String mime, long size) {}
}
