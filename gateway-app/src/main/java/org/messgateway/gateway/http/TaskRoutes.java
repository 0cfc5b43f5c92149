package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.InstantSource;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.ShortCodes;

/**
 * Tasks for machines that follow links. A GET never acts, because previews fetch every link before
 * people do.
 */
public final class TaskRoutes implements HttpService {

  private static final int WHOLE = Integer.MAX_VALUE;

  private final Tasks tasks;
  private final TokenGate gate;
  private final TokenAuthorization authorization;
  private final ShortCodes codes;
  private final LargeViews views;
  private final InstantSource clock;

  public TaskRoutes(
      Tasks tasks,
      TokenGate gate,
      TokenAuthorization authorization,
      ShortCodes codes,
      LargeViews views,
      InstantSource clock) {
    this.views = views;
    this.tasks = tasks;
    this.gate = gate;
    this.authorization = authorization;
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
    String token = TokenGate.parameter(request, "t").orElse("");
    LinkClaims claims =
        codes
            .deliveryId(parameter(request, "code"), token)
            .flatMap(tasks::delivery)
            .orElseThrow(
                () -> new ProblemException(401, "Unauthorized", "This link is not one of ours."));
    if (!clock.instant().isBefore(claims.expires())) {
      throw new ProblemException(401, "Unauthorized", "This link has expired.");
    }
    show(request, response, authorization.link(claims));
  }

  private void thread(ServerRequest request, ServerResponse response) {
    show(request, response, gate.forThread(request, parameter(request, "ref")));
  }

  private void show(ServerRequest request, ServerResponse response, LinkClaims claims) {
    Tasks of = tasks.tasksIn(claims.exchange()).orElseThrow(TaskRoutes::notHere);
    boolean yaml = AcceptHeader.yaml(request);
    response.header(HeaderNames.CONTENT_TYPE, yaml ? "application/yaml" : "application/json");
    views.send(
        response,
        claims.executor(),
        of.memory(claims.ref()),
        () -> {
          TaskDocument document = of.task(claims).orElseThrow(TaskRoutes::notHere).document();
          return yaml ? document.yaml(WHOLE) : document.json(WHOLE);
        });
  }

  private static ProblemException notHere() {
    return ProblemException.notFound("This task is not here any more.");
  }

  private static String parameter(ServerRequest request, String name) {
    return request.path().pathParameters().get(name);
  }
}
