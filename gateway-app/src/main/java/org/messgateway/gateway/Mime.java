package org.messgateway.gateway;

import java.net.URLConnection;
import java.util.Optional;

/** The media type that a file's name promises. */
final class Mime {

  private Mime() {}

  static String ofName(String name) {
    return Optional.ofNullable(URLConnection.guessContentTypeFromName(name))
        .orElse("application/octet-stream");
  }
}
