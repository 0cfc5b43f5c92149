package org.messgateway.benchmarks;

import io.helidon.webserver.WebServer;

/** The least that a server on the gateway's stack does: says that it is well. */
final class HelloServer {

  private HelloServer() {}

  /**
   * Serves until it is ended.
   *
   * @param args the port
   */
  public static void main(String[] args) {
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(Integer.parseInt(args[0]))
            .routing(routing -> routing.get("/health", (_, response) -> response.send("{}")))
            .build();
    server.start();
  }
}
