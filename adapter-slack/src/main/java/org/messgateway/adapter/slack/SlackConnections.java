package org.messgateway.adapter.slack;

import com.google.gson.JsonObject;
import com.slack.api.Slack;
import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.SlackApiTextResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.messgateway.adapter.okhttp.SingleAttemptClient;
import org.messgateway.api.Secret;

/**
 * All connections to Slack. Each call makes one request. Methods of the Web API go through Slack's
 * own client. Response URLs, files and the web sockets of Socket Mode are called directly, because
 * that client does not support them usably. Tokens go to Slack's hosts and to the configured {@code
 * base_url} only.
 */
final class SlackConnections implements AutoCloseable {

  /** The limit of an answer in bytes; an answer repeats the message and is far smaller. */
  private static final int MAX_ANSWER = 1024 * 1024;

  /**
   * The limit of a file's download. The gateway bounds the size; this ends a download that never
   * ends.
   */
  private static final Duration FILE_LIMIT = Duration.ofMinutes(2);

  /** The interval of pings. A connection whose ping is not answered before the next one is dead. */
  private static final Duration PING = Duration.ofSeconds(10);

  private static final String PAGE = "text/html";
  private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");
  private static final Set<String> HOSTS = Set.of("slack.com", "slack-files.com", "slack-gov.com");

  private final OkHttpClient http;
  private final OkHttpClient files;
  private final OkHttpClient sockets;
  private final HttpUrl methods;
  private final Slack slack;

  SlackConnections(SlackSettings settings, Duration timeLimit) {
    this.methods = HttpUrl.get(settings.methods());
    this.http =
        SingleAttemptClient.builder(timeLimit, MAX_ANSWER)
            .addInterceptor(new SlackErrorInterceptor(methods))
            .build();
    this.slack = SlackClientFactory.over(http, settings.methods());
    this.files = bare(http).callTimeout(FILE_LIMIT).build();
    this.sockets = bare(http).pingInterval(PING).build();
  }

  /** The same connections without the size limit of answers. */
  private static OkHttpClient.Builder bare(OkHttpClient client) {
    OkHttpClient.Builder builder = client.newBuilder();
    builder.interceptors().clear();
    return builder;
  }

  /** Slack's own client over these connections. The caller checks its answers. */
  Slack client() {
    return slack;
  }

  /**
   * Calls a method of the Web API and returns its answer, which has {@code ok: true}.
   *
   * @throws SlackErrorException when Slack answers with an error word
   * @throws IOException when Slack cannot be reached or the answer is not Slack's
   */
  <T extends SlackApiTextResponse> T granted(Secret token, WebApiMethod<T> method)
      throws IOException {
    T answer;
    try {
      answer = method.call(slack.methods(token.reveal()));
    } catch (SlackApiException e) {
      throw new SlackErrorException(e.getError() == null ? null : e.getError().getError());
    } catch (RuntimeException e) {
      // The client lets parsers' exceptions through when a 200 does not hold what it should.
      throw new IOException("What answered is not Slack.", e);
    }
    if (!answer.isOk()) {
      throw new SlackErrorException(answer.getError());
    }
    return answer;
  }

  /** Posts JSON to a URL that Slack issued; other URLs are refused. */
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
   * @param mime the media type that Slack names
   * @return the content; the caller closes it
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

  /** Whether the answer is Slack's login page, which has the status 200. */
  private static boolean isPage(Response response) {
    String type = response.header("Content-Type");
    return type != null && type.startsWith(PAGE);
  }

  /** Opens a web socket at a URL that Slack issued; unencrypted only where {@code base_url} is. */
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
    SingleAttemptClient.close(http);
  }

  /** One method of the Web API, one request. */
  interface WebApiMethod<T> {
    T call(MethodsClient methods) throws IOException, SlackApiException;
  }
}
