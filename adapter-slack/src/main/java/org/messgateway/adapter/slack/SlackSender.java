package org.messgateway.adapter.slack;

import com.slack.api.Slack;
import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.request.auth.AuthTestRequest;
import com.slack.api.methods.request.chat.ChatPostMessageRequest;
import com.slack.api.methods.request.chat.ChatUpdateRequest;
import com.slack.api.methods.response.auth.AuthTestResponse;
import com.slack.api.methods.response.chat.ChatPostMessageResponse;
import com.slack.api.methods.response.chat.ChatUpdateResponse;
import com.slack.api.webhook.Payload;
import com.slack.api.webhook.WebhookResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Receipt;
import org.messgateway.api.http.HttpOutcomes;
import org.messgateway.api.http.RetryAfter;

/** Sends messages to Slack, one request per call, and maps every answer to an outcome. */
final class SlackSender {

  static final String CHANNEL = "channel";
  static final String TS = "ts";
  static final String SCOPES = "scopes";

  private final Slack slack;
  private final MethodsClient methods;
  private final InstantSource clock;

  SlackSender(SlackConnections wire, SlackSettings settings, InstantSource clock) {
    this.slack = wire.client();
    this.methods = slack.methods(settings.botToken().reveal());
    this.clock = clock;
  }

  Outcome post(SlackTarget place, SlackMessage message) {
    ChatPostMessageRequest request =
        ChatPostMessageRequest.builder()
            .channel(place.channel())
            .threadTs(place.inThread() ? place.thread() : null)
            .text(message.text())
            .blocks(message.blocks())
            .parse("none")
            .unfurlLinks(false)
            .unfurlMedia(false)
            .build();
    return attempt(() -> {
      ChatPostMessageResponse answer = methods.chatPostMessage(request);
      return answer.isOk()
          ? delivered(answer.getChannel(), answer.getTs(), place)
          : refused(answer.getError(), answer.getHttpResponseHeaders());
    });
  }

  Outcome update(Receipt receipt, SlackMessage message) {
    ChatUpdateRequest request =
        ChatUpdateRequest.builder()
            .channel(receipt.part(CHANNEL))
            .ts(receipt.part(TS))
            .text(message.text())
            .blocks(message.blocks())
            .parse("none")
            .build();
    return attempt(() -> {
      ChatUpdateResponse answer = methods.chatUpdate(request);
      return answer.isOk()
          ? new Delivered(receipt)
          : refused(answer.getError(), answer.getHttpResponseHeaders());
    });
  }

  /** Posts to an incoming webhook, which answers {@code ok} and names no message. */
  Outcome postToWebhook(String url, SlackMessage message) {
    Payload payload = Payload.builder().text(message.text()).blocks(message.blocks()).build();
    return attempt(() -> {
      WebhookResponse answer = slack.send(url, payload);
      return hookOutcome(
          answer.getCode(), answer.getBody(), header(answer.getHeaders(), "retry-after"));
    });
  }

  /** Checks the token. The receipt's part {@code scopes} holds the granted scopes. */
  Outcome authTest() {
    return attempt(() -> {
      AuthTestResponse answer = methods.authTest(AuthTestRequest.builder().build());
      Map<String, List<String>> headers = answer.getHttpResponseHeaders();
      String scopes = header(headers, "x-oauth-scopes");
      return answer.isOk()
          ? new Delivered(Receipt.of(SCOPES, scopes == null ? "" : scopes))
          : refused(answer.getError(), headers);
    });
  }

  /** Runs a call and maps each of its failures. */
  private Outcome attempt(Call call) {
    try {
      return call.run();
    } catch (SlackApiException e) {
      return refused(e);
    } catch (IOException e) {
      return TransportException.outcome(e);
    } catch (RuntimeException e) {
      // The client lets parsers' exceptions through when a 200 does not hold what it should.
      return unreadable(e.getClass().getSimpleName());
    }
  }

  private static Outcome delivered(
      @Nullable String channel, @Nullable String ts, SlackTarget place) {
    // Slack opens a conversation for a user's id and answers with its own: only that can be edited.
    String where = channel == null ? place.channel() : channel;
    Receipt receipt = ts == null ? Receipt.of(CHANNEL, where) : Receipt.of(CHANNEL, where, TS, ts);
    return new Delivered(place.inThread() ? receipt.with(Receipt.THREAD, place.thread()) : receipt);
  }

  private Outcome refused(@Nullable String error, @Nullable Map<String, List<String>> headers) {
    if (error == null) {
      return unreadable("neither ok nor an error");
    }
    return SlackErrors.outcome(error, wait(header(headers, "retry-after")));
  }

  private Outcome refused(SlackApiException failure) {
    Response response = failure.getResponse();
    String retryAfter = response.header("Retry-After");
    String error = failure.getError() == null ? null : failure.getError().getError();
    return error == null
        ? byStatus(response.code(), retryAfter)
        : SlackErrors.outcome(error, wait(retryAfter));
  }

  /** The outcome of an answer without an error word of Slack, mostly from a proxy. */
  private Outcome byStatus(int status, @Nullable String retryAfter) {
    return switch (status) {
      case 401 ->
          new Deferred(
              FailureReason.CREDENTIAL_REFUSED,
              "Slack refuses the bot token (401).",
              Reach.REFUSED);
      case 403, 404, 405, 410 ->
          new Deferred(
              FailureReason.ACCOUNT_MISCONFIGURED,
              "What answers is not Slack's API (" + status + "): check base_url.",
              Reach.REFUSED);
      default -> fallback(status, retryAfter);
    };
  }

  private Outcome hookOutcome(int status, @Nullable String body, @Nullable String retryAfter) {
    String said = body == null ? "" : body.strip();
    if (status >= 200 && status < 300) {
      return said.isEmpty() || said.equals("ok")
          ? new Delivered(Receipt.NONE)
          : unreadable("no ok from the webhook");
    }
    return SlackErrors.known(said, wait(retryAfter)).orElseGet(() -> fallback(status, retryAfter));
  }

  private Outcome fallback(int status, @Nullable String retryAfter) {
    return HttpOutcomes.failure(status, retryAfter, clock.instant())
        .orElseGet(() -> unreadable("status " + status));
  }

  private @Nullable Duration wait(@Nullable String retryAfter) {
    return RetryAfter.parse(retryAfter, clock.instant()).orElse(null);
  }

  private static Deferred unreadable(String what) {
    return new Deferred(
        FailureReason.UNCERTAIN,
        "What answered is not Slack, or Slack was cut off (" + what + ").",
        Reach.POSSIBLY_SENT);
  }

  private static @Nullable String header(@Nullable Map<String, List<String>> headers, String name) {
    return headers == null
        ? null
        : headers.entrySet().stream()
            .filter(header -> header.getKey().equalsIgnoreCase(name))
            .flatMap(header -> header.getValue().stream())
            .findFirst()
            .orElse(null);
  }

  /** One request to Slack. */
  private interface Call {
    Outcome run() throws IOException, SlackApiException;
  }
}
