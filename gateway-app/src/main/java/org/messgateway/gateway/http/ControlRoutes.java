package org.messgateway.gateway.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * For the gateway's own commands and for operators: {@code POST /control/replay}, {@code
 * /control/probe} and {@code /control/hand-over}.
 */
public final class ControlRoutes implements HttpService {

  private static final long MAX_BODY = 1 << 20;

  private final Control control;
  private final AdminAccess adminAccess;
  private final Optional<Runnable> handOver;
  private final ObjectMapper json = new ObjectMapper();

  public ControlRoutes(Control control, AdminAccess adminAccess) {
    this(control, adminAccess, Optional.empty());
  }

  /**
   * @param handOver ends this gateway; empty for one that keeps the home
   */
  public ControlRoutes(Control control, AdminAccess adminAccess, Optional<Runnable> handOver) {
    this.control = control;
    this.adminAccess = adminAccess;
    this.handOver = handOver;
  }

  @Override
  public void routing(HttpRules rules) {
    rules
        .post("/control/replay", this::replay)
        .post("/control/probe", this::probe)
        .post("/control/hand-over", this::handOver);
  }

  private void replay(ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    adminAccess.check(request);
    JsonNode asked = read(RequestBodies.text(request, MAX_BODY));
    List<String> ids = new ArrayList<>();
    asked.path("ids").forEach(id -> ids.add(id.asText()));
    int replayed = control.replay(ids);
    int released = asked.path("held").asBoolean() ? control.releaseHeld() : 0;
    send(response, Map.of("replayed", replayed, "released", released));
  }

  private void probe(ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    adminAccess.check(request);
    List<Control.Lane> lanes = new ArrayList<>();
    read(RequestBodies.text(request, MAX_BODY))
        .path("lanes")
        .forEach(lane -> lanes.add(lane(lane)));
    send(response, Map.of("probed", control.probe(lanes)));
  }

  /** Answers before the gateway ends, which takes the connection with it. */
  private void handOver(ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    adminAccess.check(request);
    Runnable end =
        handOver.orElseThrow(() ->
            new ProblemException(
                409, "Conflict", "This gateway keeps its home: stop it where it was started."));
    send(response, Map.of("handed_over", 1));
    Thread.ofVirtual().name("hand-over").start(end);
  }

  private static Control.Lane lane(JsonNode written) {
    return new Control.Lane(written.path("channel").asText(), written.path("address").asText());
  }

  private void send(ServerResponse response, Map<String, Integer> done)
      throws JsonProcessingException {
    response
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(json.writeValueAsBytes(done));
  }

  private JsonNode read(String body) {
    try {
      return json.readTree(body);
    } catch (JsonProcessingException e) {
      throw new ProblemException(400, "Bad request", "This is not JSON.");
    }
  }
}
