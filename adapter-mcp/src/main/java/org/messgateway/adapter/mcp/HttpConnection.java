package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.http.HttpOutcomes;

/**
 * Streamable HTTP of MCP 2025-03-26 and later: each message is a POST, its answer JSON or a stream
 * of events. No stream is kept open between requests.
 */
final class HttpConnection implements McpConnection {

  private static final MediaType JSON = MediaType.get("application/json");
  private static final String SESSION = "Mcp-Session-Id";

  /** What a server may ask in one stream of events. */
  private static final int MOST_ANSWERS = 16;

  private final OkHttpClient client;
  private final HttpUrl url;
  private final Map<String, String> headers;
  private final InstantSource clock;
  private final AtomicLong ids = new AtomicLong();
  private volatile @Nullable String session;
  private volatile @Nullable String version;
  private volatile boolean open = true;

  /**
   * @param client guarded, sends once, bounds time and size
   * @param headers further ones of the address, which may hold secrets
   */
  HttpConnection(
      OkHttpClient client, HttpUrl url, Map<String, String> headers, InstantSource clock) {
    this.client = client;
    this.url = url;
    this.headers = Map.copyOf(headers);
    this.clock = clock;
  }

  @Override
  public JsonNode request(String method, ObjectNode params, Duration limit) throws McpFailure {
    long id = ids.incrementAndGet();
    Call call = call(JsonRpc.request(id, method, params), limit);
    try (Response response = call.execute()) {
      refused(response);
      if (method.equals("initialize")) {
        session = response.header(SESSION);
      }
      return JsonRpc.result(answer(response, id, limit));
    } catch (IOException e) {
      throw broken(e);
    }
  }

  @Override
  public void notify(String method, Duration limit) throws McpFailure {
    try (Response response = call(JsonRpc.notification(method), limit).execute()) {
      refused(response);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private Call call(byte[] message, Duration limit) {
    Request.Builder request =
        new Request.Builder().url(url).post(RequestBody.create(message, JSON));
    headers.forEach(request::header);
    request
        .header("Accept", "application/json, text/event-stream")
        .header("Accept-Encoding", "identity");
    if (!headers.containsKey("User-Agent")) {
      request.header("User-Agent", "mess-gateway");
    }
    String inSession = session;
    if (inSession != null) {
      request.header(SESSION, inSession);
    }
    String spoken = version;
    if (spoken != null) {
      request.header("MCP-Protocol-Version", spoken);
    }
    // The client has no timeout for a single read: nothing need come while a tool works.
    Call call = client.newCall(request.build());
    call.timeout().timeout(limit.toNanos(), TimeUnit.NANOSECONDS);
    return call;
  }

  private void refused(Response response) throws McpFailure {
    int status = response.code();
    Optional<Outcome> failure =
        HttpOutcomes.failure(status, response.header("Retry-After"), clock.instant());
    if (failure.isPresent()) {
      // 404 is the end of a session; a server that failed may have forgotten it, too.
      open = open && (status == 408 || status == 429 || status == 503);
      throw status == 404 && session != null
          ? McpFailure.sessionForgotten(failure.get())
          : new McpFailure(failure.get());
    }
  }

  private McpFailure broken(IOException e) {
    open = false;
    int status = TransportException.statusOf(e);
    return new McpFailure(
        status == 0 || status < 300
            ? TransportException.outcome(e)
            : HttpOutcomes.failure(status, null, clock.instant())
                .orElseGet(() -> TransportException.outcome(e)));
  }

  private JsonNode answer(Response response, long id, Duration limit)
      throws IOException, McpFailure {
    MediaType type = response.body().contentType();
    String subtype = type == null ? "" : type.subtype().toLowerCase(Locale.ROOT);
    if (subtype.equals("event-stream")) {
      return fromEvents(new EventStream(response.body().source()), id, limit);
    }
    if (!subtype.equals("json")) {
      throw McpFailure.unreadable("it is neither JSON nor a stream of events");
    }
    JsonNode message =
        JsonRpc.read(response.body().bytes())
            .orElseThrow(() -> McpFailure.unreadable("it is no JSON object"));
    if (!JsonRpc.answers(message, id)) {
      throw McpFailure.unreadable("it answers another request");
    }
    return message;
  }

  /** The answer among progress, log lines and requests of the server. */
  private JsonNode fromEvents(EventStream events, long id, Duration limit)
      throws IOException, McpFailure {
    int answered = 0;
    for (Optional<byte[]> data = events.next(); data.isPresent(); data = events.next()) {
      Optional<JsonNode> message = JsonRpc.read(data.get());
      if (message.isEmpty()) {
        continue;
      }
      if (JsonRpc.answers(message.get(), id)) {
        return message.get();
      }
      if (JsonRpc.isRequest(message.get()) && answered++ < MOST_ANSWERS) {
        try (Response response = call(JsonRpc.answer(message.get()), limit).execute()) {
          refused(response);
        }
      }
    }
    throw new McpFailure(
        new Deferred(
            FailureReason.UNCERTAIN,
            "The server ended its stream of events before the answer.",
            Reach.POSSIBLY_SENT));
  }

  @Override
  public void initialized(String chosen) {
    version = chosen;
  }

  @Override
  public boolean open() {
    return open;
  }

  /** Its client is closed by the owner of all clients. */
  @Override
  public void close() {
    open = false;
  }
}
