package org.messgateway.gateway.mcp.transport;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.modelcontextprotocol.spec.HttpHeaders;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.messgateway.gateway.http.ProblemException;

/** What the protocol asks of the head of a request; what is not as it should be is a problem. */
final class McpRequestHead {

  static final String JSON = "application/json";
  static final String EVENTS = "text/event-stream";
  static final HeaderName SESSION = HeaderNames.create(HttpHeaders.MCP_SESSION_ID);

  private static final HeaderName VERSION = HeaderNames.create(HttpHeaders.PROTOCOL_VERSION);
  private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");
  private static final Pattern EXCHANGE = Pattern.compile("\\P{Cntrl}{1,200}");

  private McpRequestHead() {}

  /** Throws 415 unless the body is JSON. */
  static void json(ServerRequest request) {
    String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
    if (!media(type).equals(JSON)) {
      throw new ProblemException(
          415, "Unsupported media type", "Send Content-Type: " + JSON + ", in UTF-8.");
    }
  }

  /** Throws 400 unless the client takes all these media types. */
  static void accepts(ServerRequest request, String... types) {
    List<String> accepted =
        request.headers().all(HeaderNames.ACCEPT, List::of).stream()
            .flatMap(value -> Arrays.stream(value.split(",", -1)))
            .map(McpRequestHead::media)
            .toList();
    boolean all = accepted.contains("*/*") || Arrays.stream(types).allMatch(accepted::contains);
    if (!all) {
      throw bad("Send Accept: " + String.join(", ", types) + ".");
    }
  }

  private static String media(String value) {
    return value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Throws 400 for a version of the protocol that is not spoken here. */
  static void version(ServerRequest request) {
    String version = request.headers().first(VERSION).orElse(AgentSessions.VERSIONS.getLast());
    if (!AgentSessions.VERSIONS.contains(version)) {
      throw bad(
          "This version of the protocol is not spoken here. MCP-Protocol-Version is one of "
              + String.join(", ", AgentSessions.VERSIONS)
              + ".");
    }
  }

  /** The session's id; throws 400 without one. */
  static String session(ServerRequest request) {
    return request
        .headers()
        .first(SESSION)
        .filter(id -> !id.isBlank())
        .orElseThrow(() ->
            bad("Send Mcp-Session-Id as the answer to `initialize` has it, or `initialize`."));
  }

  /** The key of a request that may come again; throws 400 for what is none. */
  static Optional<String> idempotencyKey(ServerRequest request) {
    Optional<String> key = request.headers().first(IDEMPOTENCY_KEY);
    if (key.isPresent() && !KEY.matcher(key.get()).matches()) {
      throw bad("An Idempotency-Key has 1 to 200 visible ASCII characters.");
    }
    return key;
  }

  /** The exchange that a URL names. */
  static Optional<String> exchange(ServerRequest request) {
    Optional<String> named = request.query().first("exchange").asOptional();
    if (named.isPresent() && !EXCHANGE.matcher(named.get()).matches()) {
      throw bad("?exchange= names an exchange.");
    }
    return named;
  }

  private static ProblemException bad(String sentence) {
    return new ProblemException(400, "Bad request", sentence);
  }
}
