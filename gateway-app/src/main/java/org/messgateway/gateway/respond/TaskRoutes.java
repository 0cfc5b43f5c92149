package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Set;

/**
 * What links open to machines: a GET shows and never acts, since previews fetch every link before
 * people do.
 */
public final class TaskRoutes implements HttpService {

  /** Types a browser shows and cannot run; everything else is a download. */
  private static final Set<String> SHOWN =
      Set.of(
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp",
          "audio/webm",
          "audio/mpeg",
          "audio/ogg",
          "audio/wav",
          "video/mp4",
          "video/webm",
          "text/plain",
          "application/pdf");

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
        .get("/thread/{ref}", this::thread)
        .get("/thread/{ref}/files/{name}", this::file);
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
            .task(claims.ref(), claims.executor())
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

  private void file(ServerRequest request, ServerResponse response) throws IOException {
    LinkClaims claims = gate.forThread(request, parameter(request, "ref"));
    TaskFile file =
        tasks
            .file(claims.ref(), claims.executor(), parameter(request, "name"))
            .orElseThrow(() -> ProblemException.notFound("This task has no such file."));
    String mime = file.mime().toLowerCase(Locale.ROOT);
    boolean shown = SHOWN.contains(mime);
    response
        .header(HeaderNames.CONTENT_TYPE, shown ? mime : "application/octet-stream")
        .header(HeaderNames.CONTENT_LENGTH, Long.toString(file.size()))
        .header(HeaderNames.CONTENT_DISPOSITION, disposition(shown, file.name()));
    try (InputStream bytes = file.content().open();
        OutputStream out = response.outputStream()) {
      bytes.transferTo(out);
    }
  }

  private static String disposition(boolean shown, String name) {
    String encoded = URLEncoder.encode(name, UTF_8).replace("+", "%20");
    return (shown ? "inline" : "attachment") + "; filename*=UTF-8''" + encoded;
  }

  private static String parameter(ServerRequest request, String name) {
    return request.path().pathParameters().get(name);
  }
}
