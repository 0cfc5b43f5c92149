package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.TwilioApi.TwilioAnswer;
import org.messgateway.api.DeliveryLookup.LookupResult;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.api.TaskLinks;

/**
 * Looks for a sent message at Twilio, which has no idempotency key. The search is by number and
 * time, then by the short link's code in the text, else by the text.
 */
record SentSmsSearch(TwilioApi calls, InstantSource clock) {

  /** The tolerated difference between Twilio's clock and the gateway's. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  LookupResult find(Notification notification, Instant since) {
    String to = notification.address().value();
    String mark = mark(notification);
    Instant from = since.minus(CLOCKS);
    LookupResult sent = among(calls.messages(to, from), mark, from);
    // One that still waits at Twilio has no time of sending: that list would not show it.
    return sent instanceof LookupResult.NotFound
        ? among(calls.messages(to, null), mark, from)
        : sent;
  }

  private static LookupResult among(TwilioAnswer<List<Message>> answer, String mark, Instant from) {
    return switch (answer) {
      case TwilioAnswer.Taken<List<Message>> taken ->
          taken.result().stream()
              .filter(message -> fits(message, mark, from))
              .findFirst()
              .<LookupResult>map(
                  message -> new LookupResult.Found(Receipt.of(SmsAdapter.SID, message.getSid())))
              .orElseGet(LookupResult.NotFound::new);
      case TwilioAnswer.Failed<List<Message>> failed ->
          new LookupResult.Unknown(sentence(failed.outcome()));
    };
  }

  /** Whether a message contains the mark. A trial account's texts begin with a line of Twilio's. */
  private static boolean fits(Message message, String mark, Instant from) {
    boolean recent =
        message.getDateCreated() == null || !message.getDateCreated().toInstant().isBefore(from);
    return recent && message.getBody() != null && message.getBody().contains(mark);
  }

  /**
   * The text that identifies a delivery: the short link's code, else the whole text, which equal
   * notifications share.
   */
  private String mark(Notification notification) {
    String text = SmsText.of(notification, clock.instant());
    return Optional.ofNullable(notification.links())
        .map(TaskLinks::shortPage)
        .flatMap(SentSmsSearch::code)
        .filter(text::contains)
        .orElse(text);
  }

  private static Optional<String> code(URI shortPage) {
    @Nullable String path = shortPage.getRawPath();
    return path == null || path.lastIndexOf('/') == path.length() - 1
        ? Optional.empty()
        : Optional.of(path.substring(path.lastIndexOf('/')));
  }

  private static String sentence(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered _ -> "";
      case Outcome.Deferred deferred -> deferred.sentence();
      case Outcome.Rejected rejected -> rejected.sentence();
    };
  }
}
