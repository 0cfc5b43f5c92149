package org.messgateway.gateway;

import java.util.Optional;
import java.util.function.Supplier;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.respond.ControlKey;
import org.messgateway.gateway.respond.Health;
import org.messgateway.gateway.respond.HttpServer;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.ShortCodes;

/** Joins the HTTP side: page, API, callbacks, and the gateway's own commands. */
final class HttpSide {

  private final Optional<HttpServer> server;

  /**
   * @param metrics the page of {@code /metrics}
   */
  HttpSide(
      Parts parts,
      AnswerSide answers,
      LinkTokens tokens,
      ShortCodes codes,
      Health health,
      Supplier<String> metrics) {
    HttpConfig http = parts.configuration().get().http();
    server =
        http.enabled()
            ? Optional.of(server(http, parts, tokens, codes, health, metrics))
            : Optional.empty();
  }

  private static HttpServer server(
      HttpConfig http,
      Parts parts,
      LinkTokens tokens,
      ShortCodes codes,
      Health health,
      Supplier<String> metrics) {
    return new HttpServer(
        http.host(),
        http.port(),
        new OpenTasks(
            parts.configuration(),
            parts.exchange(),
            parts.queue(),
            parts.threads(),
            parts.links(),
            parts.clock()),
        tokens,
        codes,
        new QueueControl(parts.exchangeId(), parts.queue(), parts.clock()),
        new ControlKey(parts.key()),
        health,
        metrics,
        parts.clock());
  }

  /** Empty when HTTP is switched off. */
  Optional<HttpServer> server() {
    return server;
  }
}
