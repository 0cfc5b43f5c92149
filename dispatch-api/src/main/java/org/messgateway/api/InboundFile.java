package org.messgateway.api;

import java.io.IOException;
import java.io.InputStream;
import org.messgateway.api.mess.ContentEntry;

/**
 * A file that a person sent. The gateway fetches its content through the adapter, within the
 * gateway's limits of size and time (docs/rules.md#limits), before it accepts the event.
 */
public interface InboundFile {

  /** The kind of the file: picture, sound, film or any other file. */
  ContentEntry.Media.MediaKind kind();

  /**
   * The file name that the sender gave; empty when there is none. The gateway replaces unsafe
   * characters.
   */
  String name();

  /** The media type that the service names; {@code application/octet-stream} when it names none. */
  String mime();

  /** The size in bytes; -1 when the service does not say. */
  long size();

  /**
   * Opens the content and fetches it now. The caller closes the stream.
   *
   * @throws IOException when the service does not deliver the content
   */
  InputStream open() throws IOException;
}
