package org.messgateway.gateway.respond;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.InstantSource;

/**
 * What links open to machines: a GET shows and never acts, since previews fetch every link before
 * people do.
 */
public final class TaskRoutes implements HttpService {

  private static final int WHOLE = Integer.MAX_VALUE;

  private final Tasks tasks;
  private final TokenGate gate;
  private final ShortCodes codes;
  private final InstantSource clock;

  public TaskRoutes(Tasks tasks, TokenGate gate, ShortCodes codes, InstantSource clock) {
    this.tasks = tasks;
    this.gate = gate;
    this.codes = codes;
    this.clock = clock;
  }

  @Override
  public void routing(HttpRules rules) {
    rules
        .get("/respond", this::respond)
        .get("/r/{code}", this::shortLink)
        .get("/thread/{ref}", this::thread);
  }

  private void respond(ServerRequest request, ServerResponse response) {
    LinkClaims claims = gate.any(request);
    show(request, response, claims);
  }

  private void shortLink(ServerRequest request, ServerResponse response) {
    String token = request.query().first("t").orElse("");
    LinkClaims claims =
        codes
            .deliveryId(parameter(request, "code"), token)
            .flatMap(tasks::delivery)
            .orElseThrow(
                () -> new ProblemException(401, "Unauthorized", "This link is not one of ours."));
    if (!clock.instant().isBefore(claims.expires())) {
      throw new ProblemException(401, "Unauthorized", "This link has expired.");
    }
    show(request, response, claims);
  }

  private void thread(ServerRequest request, ServerResponse response) {
    show(request, response, gate.forThread(request, parameter(request, "ref")));
  }

  private void show(ServerRequest request, ServerResponse response, LinkClaims claims) {
    Task task =
        tasks
            .tasksIn(claims.exchange())
            .flatMap(of -> of.task(claims.ref(), claims.executor()))
            .orElseThrow(() -> ProblemException.notFound("This task is not here any more."));
    if (Accepts.yaml(request)) {
      response
          .header(HeaderNames.CONTENT_TYPE, "application/yaml")
          .send(task.document().yaml(WHOLE));
    } else {
      response
          .header(HeaderNames.CONTENT_TYPE, "application/json")
          .send(task.document().json(WHOLE));
    }
  }

  private static String parameter(ServerRequest request, String name) {
    return request.path().pathParameters().get(name);
  }
}
