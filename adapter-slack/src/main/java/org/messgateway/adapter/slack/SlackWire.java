package org.messgateway.adapter.slack;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.messgateway.adapter.okhttp.OneTryClient;
import org.messgateway.api.Secret;

/**
 * All that goes to Slack goes over this: it owns the connections and ends them. One request a call.
 * Tokens go nowhere but to Slack's own hosts and to the configured {@code base_url}.
 */
final class SlackWire implements AutoCloseable {

  /** An answer echoes the message; this is far more than Slack lets a message be. */
  private static final int MAX_ANSWER = 1024 * 1024;

  /** The gateway bounds what it takes of a file; this only ends what would never end. */
  private static final Duration FILE_LIMIT = Duration.ofMinutes(2);

  /** A connection on which a ping was not answered before the next is dead. */
  private static final Duration PING = Duration.ofSeconds(10);

  private static final String PAGE = "text/html";
  private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");
  private static final Set<String> HOSTS = Set.of("slack.com", "slack-files.com", "slack-gov.com");

  private final OkHttpClient http;
  private final OkHttpClient files;
  private final OkHttpClient sockets;
  private final HttpUrl methods;

  SlackWire(SlackSettings settings, Duration timeLimit) {
    this.methods = HttpUrl.get(settings.methods());
    this.http =
        OneTryClient.builder(timeLimit, MAX_ANSWER)
            .addInterceptor(new RefusalsAsJson(methods))
            .build();
    this.files = bare(http).callTimeout(FILE_LIMIT).build();
    this.sockets = bare(http).pingInterval(PING).build();
  }

  /** The same connections without a bound on the answer's length. */
  private static OkHttpClient.Builder bare(OkHttpClient client) {
    OkHttpClient.Builder builder = client.newBuilder();
    builder.interceptors().clear();
    return builder;
  }

  /** For Slack's own client. */
  OkHttpClient http() {
    return http;
  }

  /**
   * Calls a method of the Web API.
   *
   * @throws SlackRefusal when Slack says no, with its word
   */
  JsonObject ask(String method, Secret token, Map<String, String> arguments) throws IOException {
    FormBody.Builder form = new FormBody.Builder();
    arguments.forEach(form::add);
    Request request =
        new Request.Builder()
            .url(methods.newBuilder().addPathSegment(method).build())
            .header("Authorization", "Bearer " + token.reveal())
            .post(form.build())
            .build();
    try (Response response = http.newCall(request).execute()) {
      return granted(response.body().string());
    }
  }

  private static JsonObject granted(String body) throws IOException {
    try {
      JsonObject answer = JsonParser.parseString(body).getAsJsonObject();
      Parsed parsed = new Parsed(answer);
      if (parsed.at("ok").yes()) {
        return answer;
      }
      throw new SlackRefusal(parsed.at("error").text());
    } catch (JsonParseException | IllegalStateException e) {
      throw new IOException("What answered is not Slack.", e);
    }
  }

  /** Posts JSON to an address that Slack gave us, and not elsewhere. */
  void post(String url, JsonObject json) throws IOException {
    Request request =
        new Request.Builder()
            .url(ours(url))
            .post(RequestBody.create(json.toString(), JSON))
            .build();
    try (Response response = http.newCall(request).execute()) {
      if (!response.isSuccessful()) {
        throw new IOException("Slack answered " + response.code() + ".");
      }
    }
  }

  /**
   * Fetches a file.
   *
   * @param mime what Slack says it is
   * @return its content, closed by the caller
   */
  InputStream download(String url, String mime, Secret token) throws IOException {
    Request request =
        new Request.Builder()
            .url(ours(url))
            .header("Authorization", "Bearer " + token.reveal())
            .build();
    Response response = files.newCall(request).execute();
    if (response.code() == 200 && (mime.startsWith(PAGE) || !isPage(response))) {
      return response.body().byteStream();
    }
    response.close();
    throw new IOException(
        "Slack does not hand out the file ("
            + response.code()
            + "): the app needs the scope files:read.");
  }

  /** To whom it does not know Slack shows a page to log in at, and says 200. */
  private static boolean isPage(Response response) {
    String type = response.header("Content-Type");
    return type != null && type.startsWith(PAGE);
  }

  /** Opens a web socket at an address that Slack gave us; in clear only where base_url is. */
  WebSocket connect(String url, WebSocketListener listener) throws IOException {
    HttpUrl parsed = HttpUrl.parse(url.replaceFirst("(?i)^ws", "http"));
    if (parsed == null || (methods.isHttps() && !parsed.isHttps())) {
      throw new IOException("Slack named no secure address to connect to.");
    }
    return sockets.newWebSocket(new Request.Builder().url(parsed).build(), listener);
  }

  private HttpUrl ours(String url) throws IOException {
    HttpUrl parsed = HttpUrl.parse(url);
    if (parsed == null || !(slacks(parsed) || base(parsed))) {
      throw new IOException("An address that is not Slack's was not called.");
    }
    return parsed;
  }

  private static boolean slacks(HttpUrl url) {
    return url.isHttps()
        && url.port() == 443
        && HOSTS.stream()
            .anyMatch(host -> url.host().equals(host) || url.host().endsWith("." + host));
  }

  private boolean base(HttpUrl url) {
    return url.scheme().equals(methods.scheme())
        && url.host().equals(methods.host())
        && url.port() == methods.port();
  }

  @Override
  public void close() {
    OneTryClient.close(http);
  }
}
