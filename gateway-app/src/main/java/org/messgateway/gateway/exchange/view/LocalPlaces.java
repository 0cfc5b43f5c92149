package org.messgateway.gateway.exchange.view;

import java.util.List;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.ThreadMessage;

/** Files of a message that lie on the machine of the one who asks, numbered as they stand in it. */
public final class LocalPlaces {

  private LocalPlaces() {}

  /** Their {@code file:} URIs, each once; the position in the list is the number in a link. */
  public static List<String> of(ThreadMessage message) {
    return RemotePlaces.uris(message, Media::onDisk);
  }
}
