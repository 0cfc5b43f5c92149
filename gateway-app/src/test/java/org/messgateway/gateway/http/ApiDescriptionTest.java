package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.agents.AgentHome;
import org.messgateway.gateway.http.ApiDescription.Operation;
import org.messgateway.gateway.links.TokenKind;

/** What the OpenAPI document says is what a real gateway does. */
@Timeout(240)
final class ApiDescriptionTest {

  private static final String CONFIG =
      """
      http: { port: 0, metrics: private, max_body: 64KiB, max_file: 32KiB }
      executors:
        ana: { name: Ana, capabilities: [take-photo], notify: { http: true } }
        ben: { name: Ben, capabilities: [dig], notify: { http: true } }
        eve: { name: Eve, capabilities: [dig], notify: { http: true } }
      """;

  /** Operations whose other statuses need a service, a minute or a full disk: shown elsewhere. */
  private static final Map<String, Set<String>> ELSEWHERE =
      Map.of(
          "fetchRemotePicture", Set.of("200", "502"),
          "readPage", Set.of("404"),
          "renewLink", Set.of("202", "403", "409", "429"),
          "receiveCallback", Set.of("200"),
          "health", Set.of("503"),
          "handOver", Set.of("200"));

  private static final String PHOTO = "{intent: look, requires: [take-photo]}";

  @TempDir private Path folder;

  @Test
  void itsStructureIsSound() throws IOException {
    ApiDescription description = ApiDescription.load();
    assertTrue(description.root().path("openapi").asText().startsWith("3.1"));
    assertEquals(List.of(), description.mistakes());
  }

  @Test
  void itHasEachRouteOfTheServerAndNoOther() throws Exception {
    try (AgentHome home = new AgentHome(folder)) {
      Set<String> described = new TreeSet<>();
      ApiDescription.load().operations().stream().map(Operation::route).forEach(described::add);
      assertEquals(registered(home.gateway()), described);
    }
  }

  /** The services of a running server are nobody's business but a test's. */
  private static Set<String> registered(Gateway gateway) throws Exception {
    Object server = ((Optional<?>) field(gateway, "http")).orElseThrow();
    Set<String> routes = new TreeSet<>();
    ((List<?>) field(server, "services"))
        .forEach(service -> ((HttpService) service).routing(recording(routes)));
    return routes;
  }

  private static Object field(Object of, String name) throws Exception {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  private static HttpRules recording(Set<String> routes) {
    return (HttpRules)
        Proxy.newProxyInstance(
            HttpRules.class.getClassLoader(),
            new Class<?>[] {HttpRules.class},
            (proxy, method, given) -> {
              if (method.getName().equals("any")) {
                // Only refuses what no other route of the path takes.
                return proxy;
              }
              if (!ApiDescription.METHODS.contains(method.getName())
                  || !(given[0] instanceof String path)) {
                throw new IllegalStateException("this test does not know " + method);
              }
              routes.add(ApiDescription.route(method.getName(), path));
              return proxy;
            });
  }

  /** Statuses that occurred, by operation. */
  private final Map<String, Set<String>> occurred = new TreeMap<>();

  @SuppressWarnings("NullAway.Init") // Set at the beginning of the one test that uses it.
  private ApiDescription description;

  @SuppressWarnings("NullAway.Init") // The same.
  private AgentHome home;

  @Test
  void eachStatusThatItNamesOccurs() throws Exception {
    description = ApiDescription.load();
    try (AgentHome opened = new AgentHome(folder, CONFIG)) {
      home = opened;
      agents();
      executors();
      files();
      page();
      operation();
    }
    Map<String, Set<String>> expected = new TreeMap<>();
    description
        .statuses()
        .forEach((id, statuses) -> {
          Set<String> here = new TreeSet<>(statuses);
          here.removeAll(ELSEWHERE.getOrDefault(id, Set.of()));
          expected.put(id, here);
        });
    expected.values().removeIf(Set::isEmpty);
    // Transports of their own are shown by their own tests.
    expected.keySet().removeIf(id -> id.startsWith("mcp"));
    assertEquals(expected, occurred);
  }

  private HttpResponse<String> sends(int status, String method, String path, String token)
      throws Exception {
    return sends(status, method, home.to(path, token), path, BodyPublishers.noBody());
  }

  private void sends(int status, String path, String token, String type, String body)
      throws Exception {
    sends(
        status,
        "POST",
        home.to(path, token).header("Content-Type", type).header("Accept", "application/json"),
        path,
        BodyPublishers.ofString(body, UTF_8));
  }

  private HttpResponse<String> sends(
      int status,
      String method,
      HttpRequest.Builder request,
      String path,
      HttpRequest.BodyPublisher body)
      throws Exception {
    HttpResponse<String> response = home.send(request.method(method, body));
    assertEquals(status, response.statusCode(), method + " " + path + " " + response.body());
    if (status >= 400 && !method.equals("HEAD")) {
      JsonNode problem =
          new com.fasterxml.jackson.databind.ObjectMapper().readTree(response.body());
      assertTrue(problem.hasNonNull("title") && problem.hasNonNull("detail"), response.body());
    }
    occurred
        .computeIfAbsent(operation(method, path), _ -> new TreeSet<>())
        .add(Integer.toString(status));
    return response;
  }

  private String operation(String method, String path) {
    String plain = path.replaceFirst("\\?.*", "");
    return description.operations().stream()
        .filter(each -> each.method().equalsIgnoreCase(method))
        .filter(each -> plain.matches(each.path().replaceAll("\\{\\w+}", "[^/]+")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(method + " " + path + " is not described"))
        .id();
  }

  private void agents() throws Exception {
    String yaml = "application/yaml";
    String ref = home.ask(PHOTO);
    home.awaitTold(ref);
    String tag = sends(200, "GET", "/mess/" + ref, home.agent).headers().firstValue("etag").get();
    sends(200, "GET", "/mess", home.agent);
    sends(400, "GET", "/mess?limit=0", home.agent);
    sends(401, "GET", "/mess", "");
    sends(403, "GET", "/mess", home.executor);
    sends(404, "GET", "/mess?exchange=none", home.agent);
    sends(
        304,
        "GET",
        home.to("/mess/" + ref, home.agent).header("If-None-Match", tag),
        "/mess/" + ref,
        BodyPublishers.noBody());
    sends(400, "GET", "/mess/" + ref + "?wait=x", home.agent);
    sends(401, "GET", "/mess/" + ref, "");
    sends(403, "GET", "/mess/" + ref, home.token(TokenKind.EXECUTOR, "ben"));
    sends(404, "GET", "/mess/none", home.agent);

    sends(200, "/mess", home.agent, yaml, "MESS: [{request: {intent: look twice}}]");
    sends(400, "/mess", home.agent, yaml, "MESS: [{");
    sends(401, "/mess", "", yaml, "MESS: [{request: {intent: look}}]");
    String other = home.token(TokenKind.AGENT, "codex");
    sends(404, "/mess", other, yaml, "MESS: [{cancel: {re: " + ref + "}}]");
    sends(403, "/mess", home.token(TokenKind.OPERATOR, "pat"), yaml, "MESS: [{cancel: {re: x}}]");
    sends(404, "/mess?exchange=none", home.agent, yaml, "MESS: [{request: {intent: look}}]");
    sends(
        413, "/mess", home.agent, yaml, "MESS: [{request: {intent: " + "x".repeat(70_000) + "}}]");
    sends(415, "/mess", home.agent, "text/csv", "look");
    sends(422, "/mess", home.agent, yaml, "MESS: [{request: {id: x}}]");
    String busy = home.token(TokenKind.AGENT, "busy");
    refusedAtLast("GET", "/mess", busy, BodyPublishers.noBody());
    refusedAtLast("GET", "/mess/" + ref, busy, BodyPublishers.noBody());
    refusedAtLast(
        "POST", "/mess", busy, BodyPublishers.ofString("MESS: [{query: {type: status}}]"));
  }

  /**
   * An agent may not ask for ever. Some requests take longer than the limit needs to allow the next
   * one, as for a task that there is none of: quick ones use it up right before.
   */
  private void refusedAtLast(
      String method, String path, String token, HttpRequest.BodyPublisher body) throws Exception {
    int asked = 0;
    int status;
    do {
      while (home.send(home.to("/mess", token)).statusCode() != 429) {
        assertTrue(asked++ < 2_000, "an agent may ask for ever");
      }
      HttpRequest.Builder request =
          home.to(path, token).header("Content-Type", "application/yaml").method(method, body);
      status = home.send(request).statusCode();
    } while (status != 429);
    occurred.computeIfAbsent(operation(method, path), _ -> new TreeSet<>()).add("429");
  }

  private void executors() throws Exception {
    String yaml = "application/yaml";
    String ref = home.ask("{intent: dig a hole, requires: [dig]}");
    String thread = "/thread/" + ref;
    String ben = home.token(TokenKind.EXECUTOR, "ben");
    String eve = home.token(TokenKind.EXECUTOR, "eve");
    String claim = "MESS: [{status: {code: claimed}}]";
    assertTrue(told("eve", eve, ref) && told("ben", ben, ref), "both are told");
    sends(200, "GET", thread, ben);
    sends(401, "GET", thread, "");
    sends(403, "GET", thread, home.executor);
    sends(404, "GET", thread + "?exchange=none", ben);
    sends(200, thread, ben, yaml, claim);
    sends(400, thread, ben, yaml, "MESS: [{");
    sends(401, thread, "", yaml, claim);
    sends(403, thread, home.executor, yaml, claim);
    sends(404, thread + "?exchange=none", ben, yaml, claim);
    sends(409, thread, eve, yaml, claim);
    sends(409, "/mess", eve, yaml, "MESS: [{status: {re: " + ref + ", code: claimed}}]");
    sends(413, thread, ben, yaml, "MESS: [{response: {content: [" + "x".repeat(70_000) + "]}}]");
    sends(415, thread, ben, "text/csv", "done");
    sends(422, thread, ben, yaml, "MESS: [{request: {intent: not an executor's}}]");

    sends(200, "GET", "/inbox/ben", ben);
    sends(400, "GET", "/inbox/ben?wait=soon", ben);
    sends(401, "GET", "/inbox/ben", "");
    sends(403, "GET", "/inbox/ben", eve);
  }

  private boolean told(String executor, String token, String ref) throws Exception {
    String after = "";
    for (int polls = 0; polls < 10; polls++) {
      JsonNode page =
          AgentHome.json(
              home.send(home.to("/inbox/" + executor + "?wait=10s&after=" + after, token)));
      if (page.path("items").findValuesAsText("ref").contains(ref)) {
        return true;
      }
      after = page.path("after").asText();
    }
    return false;
  }

  private void files() throws Exception {
    String picture = Base64.getEncoder().encodeToString(new byte[100]);
    String ref =
        home.ask(
            "{intent: like this, requires: [take-photo], context: [{image: \"data:image/png;base64,"
                + picture
                + "\"}]}");
    String file = "/thread/" + ref + "/files/inline-0-0";
    home.awaitTold(ref);
    String ben = home.token(TokenKind.EXECUTOR, "ben");
    for (String method : List.of("GET", "HEAD")) {
      String tag = sends(200, method, file, home.agent).headers().firstValue("etag").get();
      with(206, method, file, "Range", "bytes=0-9");
      with(304, method, file, "If-None-Match", tag);
      sends(401, method, file, "");
      sends(403, method, file, ben);
      sends(404, method, "/thread/" + ref + "/files/inline-0-7", home.agent);
      with(416, method, file, "Range", "bytes=900-");
    }
    String remote = "/thread/" + ref + "/remote/0/0";
    sends(401, "GET", remote, "");
    sends(403, "GET", remote, ben);
    sends(404, "GET", remote, home.agent);
  }

  private void with(int status, String method, String path, String header, String value)
      throws Exception {
    sends(
        status,
        method,
        home.to(path, home.agent).header(header, value),
        path,
        BodyPublishers.noBody());
  }

  private void page() throws Exception {
    String ref = home.ask(PHOTO);
    home.awaitTold(ref);
    JsonNode items =
        AgentHome.json(home.send(home.to("/inbox/ana?wait=10s", home.executor))).path("items");
    String token = items.path(0).path("respond").asText().replaceFirst(".*token=", "");
    sends(200, "GET", "/respond?token=" + token, "");
    for (String path : List.of("/respond?token=x", "/r/none?t=x")) {
      HttpRequest.Builder program = home.to(path, "").header("Accept", "application/json");
      sends(401, "GET", program, path, BodyPublishers.noBody());
    }
    sends(200, "GET", "/respond/worker.js", "");
    sends(200, "GET", "/respond/words/de", "");
    sends(404, "GET", "/respond/words/xx", "");
    sends(200, "HEAD", "/respond", "");
    sends(200, "GET", "/task?token=" + token, "");
    sends(401, "GET", "/task", "");
    sends(401, "POST", "/task/renew", "");
    sends(200, "HEAD", "/r/none", "");
    HttpRequest.Builder browser = home.to("/r/none", "").header("Accept", "text/html");
    sends(200, "GET", browser, "/r/none", BodyPublishers.noBody());
    sends(200, "GET", "/callbacks/any?confirm=" + "0".repeat(32), "");
    sends(404, "GET", "/callbacks/any", "");
    sends(404, "POST", "/callbacks/any", "");
  }

  private void operation() throws Exception {
    String operator = home.token(TokenKind.OPERATOR, "pat");
    String json = "application/json";
    sends(200, "GET", "/health", operator);
    sends(200, "GET", "/openapi.yaml", "");
    sends(200, "GET", "/metrics", operator);
    sends(401, "GET", "/metrics", "");
    sends(403, "GET", "/metrics", home.agent);
    for (String path : List.of("/control/replay", "/control/probe")) {
      sends(200, path, operator, json, "{}");
      sends(400, path, operator, json, "{");
      sends(401, path, "", json, "{}");
      sends(403, path, home.agent, json, "{}");
    }
    sends(401, "POST", "/control/hand-over", "");
    sends(403, "POST", "/control/hand-over", home.agent);
    sends(409, "POST", "/control/hand-over", operator);
  }
}
