package org.messgateway.gateway.respond;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;

/** What sort of answer a caller wants: browsers name HTML first, machines YAML or nothing. */
final class Accepts {

  private Accepts() {}

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
