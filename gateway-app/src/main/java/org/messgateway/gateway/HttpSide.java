package org.messgateway.gateway;

import io.helidon.webserver.http.HttpService;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.respond.AnswerRoutes;
import org.messgateway.gateway.respond.ControlKey;
import org.messgateway.gateway.respond.ControlRoutes;
import org.messgateway.gateway.respond.Health;
import org.messgateway.gateway.respond.HttpServer;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.Listening;
import org.messgateway.gateway.respond.ShortCodes;
import org.messgateway.gateway.respond.TaskRoutes;
import org.messgateway.gateway.respond.TokenGate;
import org.messgateway.gateway.respond.body.BodyLimits;
import org.messgateway.gateway.respond.body.Submissions;
import org.messgateway.gateway.respond.page.PageRoutes;
import org.messgateway.gateway.respond.page.Renewals;

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
            ? Optional.of(
                new HttpServer(
                    new Listening(http.host(), http.port(), BodyLimits.DEFAULT.total()),
                    services(parts, answers, tokens, codes),
                    health,
                    metrics))
            : Optional.empty();
  }

  private static List<HttpService> services(
      Parts parts, AnswerSide answers, LinkTokens tokens, ShortCodes codes) {
    OpenTasks tasks =
        new OpenTasks(
            parts.configuration(),
            parts.exchange(),
            parts.queue(),
            parts.threads(),
            parts.links(),
            parts.clock());
    TokenGate gate = new TokenGate(tokens, tasks);
    Submissions submissions =
        new Submissions(parts.folder().resolve("spool"), BodyLimits.DEFAULT, System::nanoTime);
    return List.of(
        new ControlRoutes(
            new QueueControl(parts.exchangeId(), parts.queue(), parts.clock()),
            new ControlKey(parts.key())),
        new PageRoutes(
            tasks,
            tasks,
            tokens,
            codes,
            _ -> Renewals.Sending.NO_WAY, // until letters can be sent
            parts.clock()),
        new TaskRoutes(tasks, gate, codes, parts.clock()),
        new AnswerRoutes(gate, tokens, submissions, answers.answers(), parts.clock()));
  }

  /** Empty when HTTP is switched off. */
  Optional<HttpServer> server() {
    return server;
  }
}
