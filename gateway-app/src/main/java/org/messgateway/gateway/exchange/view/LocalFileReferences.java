package org.messgateway.gateway.exchange.view;

import java.util.List;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.ThreadMessage;

/** Files of a message on the requestor's machine, numbered in their order in the message. */
public final class LocalFileReferences {

  private LocalFileReferences() {}

  /** The {@code file:} URIs, each once; the index in the list is the number in a link. */
  public static List<String> of(ThreadMessage message) {
    return RemotePictureReferences.uris(message, Media::onDisk);
  }
}
