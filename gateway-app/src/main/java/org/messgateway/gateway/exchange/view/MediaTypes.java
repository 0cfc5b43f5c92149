package org.messgateway.gateway.exchange.view;

import java.net.URLConnection;
import java.util.Optional;

/** Media type by a file name's extension. */
public final class MediaTypes {

  private MediaTypes() {}

  public static String ofName(String name) {
    return Optional.ofNullable(URLConnection.guessContentTypeFromName(name))
        .orElse("application/octet-stream");
  }
}
