package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.links.LinkClaims;

/** {@code GET /mess/{id}} for executors: the task as at {@code /thread/{ref}}. */
final class ExecutorViews {

  private static final int WHOLE = Integer.MAX_VALUE;

  private final TokenGate gate;
  private final Tasks tasks;
  private final LargeViews views;

  ExecutorViews(TokenGate gate, Tasks tasks, LargeViews views) {
    this.gate = gate;
    this.tasks = tasks;
    this.views = views;
  }

  void show(ServerRequest request, ServerResponse response) {
    LinkClaims reader = gate.forThread(request, request.path().pathParameters().get("id"));
    Tasks of = tasks.tasksIn(reader.exchange()).orElse(tasks);
    boolean yaml = AcceptHeader.yaml(request);
    response.header(HeaderNames.CONTENT_TYPE, yaml ? "application/yaml" : "application/json");
    views.send(
        response,
        reader.executor(),
        of.memory(reader.ref()),
        () -> {
          TaskDocument shown = document(of, reader);
          return yaml ? shown.yaml(WHOLE) : shown.json(WHOLE);
        });
  }

  private static TaskDocument document(Tasks of, LinkClaims reader) {
    return of.task(reader)
        .map(TaskView::document)
        .orElseThrow(() -> ProblemException.notFound("This task is not here any more."));
  }
}
