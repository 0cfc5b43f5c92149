package org.messgateway.api;

import java.io.IOException;
import java.io.InputStream;
import org.messgateway.api.mess.ContentEntry;

/**
 * A file a person sent. The gateway fetches it through the adapter, within its own limits of size
 * and time, before the answer counts as taken.
 */
public interface SentFile {

  /** Picture, sound, film or anything else. */
  ContentEntry.Media.Kind kind();

  /** As the sender called it; the gateway makes it safe. Empty when it has no name. */
  String name();

  /** As the service says, {@code application/octet-stream} when it does not. */
  String mime();

  /** In bytes; -1 when the service does not say. */
  long size();

  /** Its content, fetched now; closed by the caller. */
  InputStream open() throws IOException;
}
