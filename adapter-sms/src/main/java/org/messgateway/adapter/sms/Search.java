package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.TwilioCalls.Answer;
import org.messgateway.api.Links;
import org.messgateway.api.Lookup.Finding;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;

/**
 * Looks for a message at Twilio, which has no key by which a request could be told from its
 * repetition: by number and time, then by the short link's code in the text, else by the text.
 */
record Search(TwilioCalls calls, InstantSource clock) {

  /** Their clock is not ours. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  Finding find(Notification notification, Instant since) {
    String to = notification.address().value();
    String mark = mark(notification);
    Instant from = since.minus(CLOCKS);
    Finding sent = among(calls.messages(to, from), mark, from);
    // One that still waits at Twilio has no time of sending: that list would not show it.
    return sent instanceof Finding.NotFound ? among(calls.messages(to, null), mark, from) : sent;
  }

  private static Finding among(Answer<List<Message>> answer, String mark, Instant from) {
    return switch (answer) {
      case Answer.Taken<List<Message>> taken ->
          taken.result().stream()
              .filter(message -> fits(message, mark, from))
              .findFirst()
              .<Finding>map(
                  message -> new Finding.Found(Receipt.of(SmsAdapter.SID, message.getSid())))
              .orElseGet(Finding.NotFound::new);
      case Answer.Failed<List<Message>> failed -> new Finding.Unknown(sentence(failed.outcome()));
    };
  }

  /** A trial account's texts begin with a line of Twilio's: contained is enough. */
  private static boolean fits(Message message, String mark, Instant from) {
    boolean recent =
        message.getDateCreated() == null || !message.getDateCreated().toInstant().isBefore(from);
    return recent && message.getBody() != null && message.getBody().contains(mark);
  }

  /** The code is the delivery's own; a text is the same for two that say the same. */
  private String mark(Notification notification) {
    String text = SmsText.of(notification, clock.instant());
    return Optional.ofNullable(notification.links())
        .map(Links::shortPage)
        .flatMap(Search::code)
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
