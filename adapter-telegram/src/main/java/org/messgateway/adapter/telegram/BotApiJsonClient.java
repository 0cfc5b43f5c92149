package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.messgateway.adapter.okhttp.SingleAttemptClient;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.adapter.telegram.BotApiAnswer.BotApiError;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.MalformedAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.http.RetryAfter;

/**
 * The Bot API as JSON, for the inbound side: new fields of Telegram do not make a batch unreadable,
 * and updates are stored unchanged.
 *
 * <p>The client has its own connections: a poll of 50 s shares none with messages.
 */
final class BotApiJsonClient implements AutoCloseable {

  private static final MediaType JSON = MediaType.get("application/json");

  /** The limit of an answer in bytes; 50 updates of the largest kind are far smaller. */
  private static final long MOST = 8L * 1024 * 1024;

  private static final Duration CONNECT = Duration.ofSeconds(15);
  private static final Duration FILE = Duration.ofMinutes(2);
  private static final Duration GRACE = Duration.ofMillis(500);

  private final TelegramSettings settings;
  private final InstantSource clock;
  private final Duration timeLimit;
  private final OkHttpClient http;
  private final JsonMapper json = new JsonMapper();
  private volatile boolean ending;

  BotApiJsonClient(TelegramSettings settings, Duration timeLimit, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    this.timeLimit = timeLimit;
    this.http = SingleAttemptClient.builder(CONNECT, Integer.MAX_VALUE).build();
  }

  /** Empty parameters, to be filled. */
  ObjectNode parameters() {
    return json.createObjectNode();
  }

  JsonMapper json() {
    return json;
  }

  /** Makes one request within an attempt's time limit. */
  BotApiAnswer<JsonNode> ask(String method, ObjectNode parameters) {
    return ask(method, parameters, timeLimit);
  }

  /** Makes one request. It returns soon after the limit, whatever the network does. */
  BotApiAnswer<JsonNode> ask(String method, ObjectNode parameters, Duration limit) {
    RequestBody body = RequestBody.create(parameters.toString(), JSON);
    Call call =
        within(limit).newCall(new Request.Builder().url(url("bot", method)).post(body).build());
    CompletableFuture<BotApiAnswer<JsonNode>> answer = new CompletableFuture<>();
    call.enqueue(new Completing(answer));
    if (ending) {
      call.cancel();
    }
    try {
      return answer.get(limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      call.cancel();
      return broken(FailureReason.TIMEOUT, "There was no answer in time.");
    } catch (ExecutionException e) {
      return broken(FailureReason.UNCERTAIN, "The answer could not be read.");
    } catch (InterruptedException e) {
      call.cancel();
      Thread.currentThread().interrupt();
      return broken(FailureReason.UNCERTAIN, "The attempt was interrupted.");
    }
  }

  /**
   * The content of a file; the caller closes it.
   *
   * @param path the path that getFile returned
   * @throws IOException without the URL, which holds the token
   */
  InputStream file(String path) throws IOException {
    if (path.isEmpty() || path.startsWith("/") || path.contains("..")) {
      throw new IOException("Telegram's server offers no path to the file");
    }
    try {
      Request request = new Request.Builder().url(url("file/bot", path)).build();
      Response response = within(FILE).newCall(request).execute();
      if (response.code() != 200) {
        response.close();
        throw new IOException("Telegram answered " + response.code() + " instead of the file");
      }
      return response.body().byteStream();
    } catch (TransportException e) {
      throw new IOException(e.outcome().sentence());
    }
  }

  /** Cancels all calls, now and later. */
  void cancel() {
    ending = true;
    http.dispatcher().cancelAll();
  }

  @Override
  public void close() {
    SingleAttemptClient.close(http);
  }

  private OkHttpClient within(Duration limit) {
    return http.newBuilder().callTimeout(limit).readTimeout(limit).build();
  }

  private String url(String before, String after) {
    return settings.baseUrl().toString().replaceAll("/+$", "")
        + "/"
        + before
        + settings.botToken().reveal()
        + "/"
        + after;
  }

  private BotApiAnswer<JsonNode> read(Response response) throws IOException {
    if (response.body().source().request(MOST)) {
      return broken(FailureReason.UNCERTAIN, "The answer is larger than any of the Bot API's.");
    }
    JsonNode body = parsed(response.body().bytes());
    int code = body.path("error_code").asInt(response.code());
    if (body.path("ok").asBoolean() && body.has("result") && response.code() < 300) {
      return new Success<>(body.path("result"));
    }
    return code < 300
        ? broken(FailureReason.UNCERTAIN, "What answered is not Telegram's Bot API.")
        : new ErrorAnswer<>(refusal(code, body, response));
  }

  private JsonNode parsed(byte[] body) throws IOException {
    try {
      JsonNode read = json.readTree(body);
      return read == null ? json.missingNode() : read;
    } catch (JsonProcessingException e) {
      return json.missingNode(); // A proxy's page; the status says enough.
    }
  }

  private BotApiError refusal(int code, JsonNode body, Response response) {
    JsonNode parameters = body.path("parameters");
    Duration wait =
        parameters.has("retry_after")
            ? Duration.ofSeconds(Math.max(0, parameters.path("retry_after").asLong()))
            : RetryAfter.parse(response.header("Retry-After"), clock.instant()).orElse(null);
    Long moved =
        parameters.has("migrate_to_chat_id")
            ? parameters.path("migrate_to_chat_id").asLong()
            : null;
    return new BotApiError(code, body.path("description").asText(""), wait, moved);
  }

  private static BotApiAnswer<JsonNode> broken(FailureReason reason, String sentence) {
    return new MalformedAnswer<>(new Deferred(reason, sentence, Reach.POSSIBLY_SENT));
  }

  /** Receives the answer on OkHttp's thread, where no failure can keep the caller waiting. */
  private final class Completing implements Callback {

    private final CompletableFuture<BotApiAnswer<JsonNode>> answer;

    Completing(CompletableFuture<BotApiAnswer<JsonNode>> answer) {
      this.answer = answer;
    }

    @Override
    public void onFailure(Call call, IOException e) {
      answer.complete(new MalformedAnswer<>(TransportException.outcome(e)));
    }

    @Override
    public void onResponse(Call call, Response response) {
      try (response) {
        answer.complete(read(response));
      } catch (IOException e) {
        answer.complete(new MalformedAnswer<>(TransportException.outcome(e)));
      } catch (RuntimeException e) {
        answer.complete(broken(FailureReason.UNCERTAIN, "The answer could not be read."));
      }
    }
  }
}
