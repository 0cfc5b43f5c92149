package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.OneTryClient;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.adapter.telegram.Answer.Broken;
import org.messgateway.adapter.telegram.Answer.Refusal;
import org.messgateway.adapter.telegram.Answer.Refused;
import org.messgateway.adapter.telegram.Answer.Taken;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.telegram.telegrambots.client.okhttp.OkHttpTelegramClient;
import org.telegram.telegrambots.meta.TelegramUrl;
import org.telegram.telegrambots.meta.api.methods.botapimethods.BotApiMethod;
import org.telegram.telegrambots.meta.api.objects.ResponseParameters;
import org.telegram.telegrambots.meta.exceptions.TelegramApiException;
import org.telegram.telegrambots.meta.exceptions.TelegramApiRequestException;

/** Talks to the Bot API, one request a call, and sorts what comes back. */
final class TelegramCalls implements AutoCloseable {

  /** An answer echoes the message; this is far more than Telegram lets a message be. */
  private static final int MAX_ANSWER = 1024 * 1024;

  /** OkHttp ends a call at its limit; this is for the case that it does not. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private final OkHttpClient http;
  private final TelegramSettings settings;
  private final TelegramUrl url;
  private final Duration timeLimit;
  private final InstantSource clock;
  private final ObjectMapper json = new ObjectMapper();

  TelegramCalls(TelegramSettings settings, Duration timeLimit, InstantSource clock) {
    this.settings = settings;
    this.timeLimit = timeLimit;
    this.clock = clock;
    this.http =
        OneTryClient.builder(timeLimit, MAX_ANSWER)
            .addInterceptor(new PathPrefix(settings.pathPrefix()))
            .build();
    this.url =
        TelegramUrl.builder()
            .schema(settings.baseUrl().getScheme())
            .host(settings.baseUrl().getHost())
            .port(settings.port())
            .testServer(false)
            .build();
  }

  /** When an attempt that starts now must be over. */
  Deadline deadline() {
    return Deadline.in(timeLimit);
  }

  /** One request. Interrupted: ends the request at once and keeps the flag. */
  <T extends Serializable> Answer<T> call(BotApiMethod<T> method, Deadline deadline) {
    WireWatch watch = new WireWatch();
    OkHttpClient watched =
        http.newBuilder().callTimeout(deadline.left()).addInterceptor(watch).build();
    String token = settings.botToken().reveal();
    try {
      CompletableFuture<T> answer =
          new OkHttpTelegramClient(json, watched, token, url).executeAsync(method);
      return wait(answer, watch, deadline.left().plus(GRACE));
    } catch (TelegramApiException e) {
      return new Broken<>(
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
    OneTryClient.close(http);
  }

  private <T extends Serializable> Answer<T> wait(
      CompletableFuture<T> answer, WireWatch watch, Duration limit) {
    try {
      return result(answer.get(limit.toNanos(), TimeUnit.NANOSECONDS), watch);
    } catch (ExecutionException e) {
      return failed(e.getCause() == null ? e : e.getCause(), watch);
    } catch (TimeoutException e) {
      watch.cancel();
      return broken(FailureReason.TIMEOUT, "There was no answer in time.");
    } catch (InterruptedException e) {
      Answer<T> ended = end(answer, watch);
      Thread.currentThread().interrupt();
      return ended;
    }
  }

  /** The client goes on when its caller is interrupted; the request must not. */
  private <T extends Serializable> Answer<T> end(CompletableFuture<T> answer, WireWatch watch) {
    watch.cancel();
    try {
      return result(answer.get(GRACE.toNanos(), TimeUnit.NANOSECONDS), watch);
    } catch (ExecutionException e) {
      return failed(e.getCause() == null ? e : e.getCause(), watch);
    } catch (TimeoutException | InterruptedException e) {
      return broken(FailureReason.UNCERTAIN, "The attempt was interrupted.");
    }
  }

  private <T extends Serializable> Answer<T> result(@Nullable T result, WireWatch watch) {
    return result == null ? unreadable(watch) : new Taken<>(result);
  }

  private <T> Answer<T> failed(Throwable failure, WireWatch watch) {
    if (failure instanceof TelegramApiRequestException refused) {
      return refused(refused, watch);
    }
    // Whatever came, came instead of a readable answer: a parser's complaint, or the network's.
    return watch.status() == 0 || isTransport(failure)
        ? new Broken<>(TransportException.outcome(failure))
        : unreadable(watch);
  }

  private <T> Answer<T> refused(TelegramApiRequestException failure, WireWatch watch) {
    Integer said = failure.getErrorCode();
    int code = said == null || said == 0 ? watch.status() : said;
    if (code < 300) {
      return unreadable(watch);
    }
    String description = failure.getApiResponse();
    ResponseParameters parameters = failure.getParameters();
    return new Refused<>(
        new Refusal(
            code,
            description == null ? "" : description,
            wait(parameters, watch),
            parameters == null ? null : parameters.getMigrateToChatId()));
  }

  private @Nullable Duration wait(@Nullable ResponseParameters parameters, WireWatch watch) {
    Integer seconds = parameters == null ? null : parameters.getRetryAfter();
    return seconds == null || seconds < 0
        ? watch.retryAfter(clock.instant())
        : Duration.ofSeconds(seconds);
  }

  /** A status above 2xx is a no even when a proxy says it in HTML. */
  private <T> Answer<T> unreadable(WireWatch watch) {
    int status = watch.status();
    return status >= 300
        ? new Refused<>(new Refusal(status, "", watch.retryAfter(clock.instant()), null))
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

  private static <T> Answer<T> broken(FailureReason reason, String sentence) {
    return new Broken<>(new Deferred(reason, sentence, Reach.POSSIBLY_SENT));
  }
}
