package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.SingleAttemptClient;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.adapter.telegram.BotApiAnswer.BotApiError;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.MalformedAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.telegram.telegrambots.client.okhttp.OkHttpTelegramClient;
import org.telegram.telegrambots.meta.TelegramUrl;
import org.telegram.telegrambots.meta.api.methods.botapimethods.BotApiMethod;
import org.telegram.telegrambots.meta.api.objects.ResponseParameters;
import org.telegram.telegrambots.meta.exceptions.TelegramApiException;
import org.telegram.telegrambots.meta.exceptions.TelegramApiRequestException;

/** Sends requests to the Bot API, one per call, and classifies the answers. */
final class TelegramSender implements AutoCloseable {

  /** The limit of an answer in bytes; an answer repeats the message and is far smaller. */
  private static final int MAX_ANSWER = 1024 * 1024;

  /** The extra time after OkHttp's own limit, for the case that it does not end the call. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private final OkHttpClient http;
  private final TelegramSettings settings;
  private final TelegramUrl url;
  private final Duration timeLimit;
  private final InstantSource clock;
  private final ObjectMapper json = new ObjectMapper();

  TelegramSender(TelegramSettings settings, Duration timeLimit, InstantSource clock) {
    this.settings = settings;
    this.timeLimit = timeLimit;
    this.clock = clock;
    this.http =
        SingleAttemptClient.builder(timeLimit, MAX_ANSWER)
            .addInterceptor(chain -> chain.proceed(prefixed(chain.request())))
            .build();
    this.url =
        TelegramUrl.builder()
            .schema(settings.baseUrl().getScheme())
            .host(settings.baseUrl().getHost())
            .port(settings.port())
            .testServer(false)
            .build();
  }

  /** Adds the path of {@code base_url}, which Telegram's client does not support. */
  private Request prefixed(Request request) {
    String prefix = settings.pathPrefix();
    if (prefix.isEmpty()) {
      return request;
    }
    HttpUrl url = request.url();
    return request
        .newBuilder()
        .url(url.newBuilder().encodedPath(prefix + url.encodedPath()).build())
        .build();
  }

  /** The deadline of an attempt that starts now. */
  AttemptDeadline deadline() {
    return AttemptDeadline.in(timeLimit);
  }

  /** Makes one request. An interrupt cancels the request at once and keeps the flag. */
  <T extends Serializable> BotApiAnswer<T> call(BotApiMethod<T> method, AttemptDeadline deadline) {
    CallCapture capture = new CallCapture();
    OkHttpClient watched =
        http.newBuilder().callTimeout(deadline.left()).addInterceptor(capture).build();
    String token = settings.botToken().reveal();
    try {
      CompletableFuture<T> answer =
          new OkHttpTelegramClient(json, watched, token, url).executeAsync(method);
      return wait(answer, capture, deadline.left().plus(GRACE));
    } catch (TelegramApiException e) {
      return new MalformedAnswer<>(
          new Deferred(
              FailureReason.ADAPTER_FAILED,
              "The message is not one that Telegram's client lets pass ("
                  + e.getClass().getSimpleName()
                  + ").",
              Reach.BEFORE_SENDING));
    }
  }

  @Override
  public void close() {
    SingleAttemptClient.close(http);
  }

  private <T extends Serializable> BotApiAnswer<T> wait(
      CompletableFuture<T> answer, CallCapture capture, Duration limit) {
    try {
      return result(answer.get(limit.toNanos(), TimeUnit.NANOSECONDS), capture);
    } catch (ExecutionException e) {
      return failed(e.getCause() == null ? e : e.getCause(), capture);
    } catch (TimeoutException e) {
      capture.cancel();
      return broken(FailureReason.TIMEOUT, "There was no answer in time.");
    } catch (InterruptedException e) {
      BotApiAnswer<T> ended = end(answer, capture);
      Thread.currentThread().interrupt();
      return ended;
    }
  }

  /** Cancels the request, because the client continues it when its caller is interrupted. */
  private <T extends Serializable> BotApiAnswer<T> end(
      CompletableFuture<T> answer, CallCapture capture) {
    capture.cancel();
    try {
      return result(answer.get(GRACE.toNanos(), TimeUnit.NANOSECONDS), capture);
    } catch (ExecutionException e) {
      return failed(e.getCause() == null ? e : e.getCause(), capture);
    } catch (TimeoutException | InterruptedException e) {
      return broken(FailureReason.UNCERTAIN, "The attempt was interrupted.");
    }
  }

  private <T extends Serializable> BotApiAnswer<T> result(@Nullable T result, CallCapture capture) {
    return result == null ? unreadable(capture) : new Success<>(result);
  }

  private <T> BotApiAnswer<T> failed(Throwable failure, CallCapture capture) {
    if (failure instanceof TelegramApiRequestException refused) {
      return refused(refused, capture);
    }
    // Whatever came, came instead of a readable answer: a parser's complaint, or the network's.
    return capture.status() == 0 || isTransport(failure)
        ? new MalformedAnswer<>(TransportException.outcome(failure))
        : unreadable(capture);
  }

  private <T> BotApiAnswer<T> refused(TelegramApiRequestException failure, CallCapture capture) {
    Integer said = failure.getErrorCode();
    int code = said == null || said == 0 ? capture.status() : said;
    if (code < 300) {
      return unreadable(capture);
    }
    String description = failure.getApiResponse();
    ResponseParameters parameters = failure.getParameters();
    return new ErrorAnswer<>(
        new BotApiError(
            code,
            description == null ? "" : description,
            wait(parameters, capture),
            parameters == null ? null : parameters.getMigrateToChatId()));
  }

  private @Nullable Duration wait(@Nullable ResponseParameters parameters, CallCapture capture) {
    Integer seconds = parameters == null ? null : parameters.getRetryAfter();
    return seconds == null || seconds < 0
        ? capture.retryAfter(clock.instant())
        : Duration.ofSeconds(seconds);
  }

  /**
   * The answer of a body that is not the Bot API's. A status above 2xx is a refusal, also when a
   * proxy sends it as HTML.
   */
  private <T> BotApiAnswer<T> unreadable(CallCapture capture) {
    int status = capture.status();
    return status >= 300
        ? new ErrorAnswer<>(new BotApiError(status, "", capture.retryAfter(clock.instant()), null))
        : broken(
            FailureReason.UNCERTAIN, "What answered is not Telegram's Bot API, or was cut off.");
  }

  private static boolean isTransport(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransportException) {
        return true;
      }
    }
    return false;
  }

  private static <T> BotApiAnswer<T> broken(FailureReason reason, String sentence) {
    return new MalformedAnswer<>(new Deferred(reason, sentence, Reach.POSSIBLY_SENT));
  }
}
