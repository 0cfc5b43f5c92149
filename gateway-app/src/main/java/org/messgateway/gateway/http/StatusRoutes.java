package org.messgateway.gateway.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;
import java.util.function.Supplier;

/** {@code /health} and {@code /metrics}: public, or with all details for operators only. */
public final class StatusRoutes implements HttpService {

  private final HealthReport health;
  private final Supplier<String> metrics;
  private final AdminAccess adminAccess;
  private final boolean confidential;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * @param metrics the page of {@code /metrics}
   * @param confidential whether figures are for insiders only; whether it is well is for everybody
   */
  public StatusRoutes(
      HealthReport health,
      Supplier<String> metrics,
      AdminAccess adminAccess,
      boolean confidential) {
    this.health = health;
    this.metrics = metrics;
    this.adminAccess = adminAccess;
    this.confidential = confidential;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/health", this::health).get("/metrics", this::metrics);
  }

  private void health(ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    boolean ok = health.ok();
    Map<String, Object> said =
        confidential && !adminAccess.admits(request) ? Map.of("ok", ok) : health.details();
    response
        .status(ok ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503)
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(json.writeValueAsBytes(said));
  }

  private void metrics(ServerRequest request, ServerResponse response) {
    if (confidential) {
      adminAccess.check(request);
    }
    response
        .header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
        .send(metrics.get());
  }
}
