package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;

/** The format a caller accepts: browsers name HTML first, machines YAML or nothing. */
final class AcceptHeader {

  private AcceptHeader() {}

  static boolean html(ServerRequest request) {
    return accept(request).startsWith("text/html");
  }

  static boolean yaml(ServerRequest request) {
    return accept(request).contains("yaml");
  }

  private static String accept(ServerRequest request) {
    return request.headers().first(HeaderNames.ACCEPT).orElse("");
  }
}
