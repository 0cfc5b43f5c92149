package org.messgateway.adapter.sms;

import com.twilio.base.Page;
import com.twilio.exception.TwilioException;
import com.twilio.http.TwilioRestClient;
import com.twilio.rest.api.v2010.Account;
import com.twilio.rest.api.v2010.account.IncomingPhoneNumber;
import com.twilio.rest.api.v2010.account.Message;
import com.twilio.rest.api.v2010.account.MessageCreator;
import com.twilio.rest.api.v2010.account.MessageReader;
import com.twilio.rest.api.v2010.account.message.Media;
import com.twilio.type.PhoneNumber;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.SingleAttemptClient;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.adapter.sms.InboundSms.MediaPart;
import org.messgateway.api.Outcome;
import org.messgateway.api.PlainText;

/** Calls Twilio's API, one request per call. */
final class TwilioApi implements AutoCloseable {

  /**
   * The limit of an answer in bytes. The largest is a page of 200 messages, each far below 8 KiB.
   */
  private static final int MAX_ANSWER = 2 * 1024 * 1024;

  private static final int PAGE = 200;
  private static final int MOST_PAGES = 5;

  private final OkHttpClient http;
  private final TwilioRestClient twilio;
  private final SmsSettings settings;
  private final TwilioErrors errors;
  private final InstantSource clock;

  TwilioApi(SmsSettings settings, TwilioErrors errors, Duration timeLimit, InstantSource clock) {
    this.settings = settings;
    this.errors = errors;
    this.clock = clock;
    this.http = SingleAttemptClient.builder(timeLimit, MAX_ANSWER).build();
    this.twilio = new TwilioHttpClient(http, settings);
  }

  /**
   * Creates a message.
   *
   * @param validity the time in seconds within which Twilio must send; null for Twilio's default
   * @param statusUrl the URL for status callbacks; null for none
   */
  TwilioAnswer<Message> send(
      String to, String body, @Nullable Integer validity, @Nullable URI statusUrl) {
    return attempt(client -> {
      MessageCreator creator = creator(new PhoneNumber(to), PlainText.of(body));
      if (validity != null) {
        creator.setValidityPeriod(validity);
      }
      if (statusUrl != null) {
        creator.setStatusCallback(statusUrl);
      }
      return creator.create(client);
    });
  }

  TwilioAnswer<Message> message(String sid) {
    return attempt(client -> Message.fetcher(settings.accountSid(), sid).fetch(client));
  }

  /**
   * The newest messages to a number that were sent at or after an instant; null includes unsent
   * ones.
   */
  TwilioAnswer<List<Message>> messages(String to, @Nullable Instant sentSince) {
    return attempt(client -> {
      MessageReader reader = Message.reader(settings.accountSid()).setTo(new PhoneNumber(to));
      if (sentSince != null) {
        reader.setDateSentAfter(sentSince.atZone(ZoneOffset.UTC));
      }
      reader.setPageSize((long) PAGE);
      return reader.firstPage(client).getRecords();
    });
  }

  /**
   * The messages at or after an instant, newest first, at most {@value #MOST_PAGES} pages.
   *
   * @param to the receiving number; null for all messages of the account, outbound ones included
   */
  TwilioAnswer<List<Message>> received(@Nullable String to, Instant since) {
    return attempt(client -> {
      MessageReader reader = Message.reader(settings.accountSid());
      if (to != null) {
        reader.setTo(new PhoneNumber(to));
      }
      reader.setDateSentAfter(since.atZone(ZoneOffset.UTC));
      reader.setPageSize((long) PAGE);
      Page<Message> page = reader.firstPage(client);
      List<Message> all = new ArrayList<>(page.getRecords());
      for (int more = 1; more < MOST_PAGES && page.hasNextPage(); more++) {
        page = reader.nextPage(page, client);
        all.addAll(page.getRecords());
      }
      return all;
    });
  }

  /** The files of a message. */
  TwilioAnswer<List<MediaPart>> parts(String message) {
    return attempt(client ->
        Media.reader(settings.accountSid(), message).firstPage(client).getRecords().stream()
            .map(media -> part(message, media))
            .toList());
  }

  private MediaPart part(String message, Media media) {
    String path =
        "%s/2010-04-01/Accounts/%s/Messages/%s/Media/%s"
            .formatted(SmsSettings.TWILIO, settings.accountSid(), message, media.getSid());
    return new MediaPart(
        URI.create(path), media.getContentType() == null ? "" : media.getContentType());
  }

  /** The account's data of a number; empty for a number of another account. */
  TwilioAnswer<List<IncomingPhoneNumber>> number(String number) {
    return attempt(client ->
        IncomingPhoneNumber.reader(settings.accountSid())
            .setPhoneNumber(new PhoneNumber(number))
            .firstPage(client)
            .getRecords());
  }

  TwilioAnswer<Account> account() {
    return attempt(client -> Account.fetcher(settings.accountSid()).fetch(client));
  }

  @Override
  public void close() {
    SingleAttemptClient.close(http);
  }

  private MessageCreator creator(PhoneNumber to, String body) {
    String account = settings.accountSid();
    return settings.service()
        ? Message.creator(account, to, settings.sender(), body)
        : Message.creator(account, to, new PhoneNumber(settings.sender()), body);
  }

  private <T> TwilioAnswer<T> attempt(Function<TwilioRestClient, @Nullable T> call) {
    try {
      T result = call.apply(twilio);
      return result == null
          ? failed(TwilioErrors.unreadable("nothing"))
          : new TwilioAnswer.Taken<>(result);
    } catch (TwilioErrorException e) {
      return failed(errors.outcome(e.status(), e.code(), e.retryAfter(), clock.instant()), e);
    } catch (TwilioException e) {
      return failed(isTransport(e) ? TransportException.outcome(e) : unreadable(e));
    } catch (RuntimeException e) {
      // The client lets parsers' exceptions through when a 2xx does not hold what it should.
      return failed(unreadable(e));
    }
  }

  /** The fixed word of a failure, for logs. */
  static String reason(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered _ -> "";
      case Outcome.Deferred deferred -> deferred.reason().code();
      case Outcome.Rejected rejected -> rejected.reason().code();
    };
  }

  /** The outcome without the exception's message, which may quote the request. */
  private static Outcome unreadable(RuntimeException e) {
    return TwilioErrors.unreadable(e.getClass().getSimpleName());
  }

  private static <T> TwilioAnswer<T> failed(Outcome outcome) {
    return new TwilioAnswer.Failed<>(outcome, 0, null);
  }

  private static <T> TwilioAnswer<T> failed(
      Outcome outcome, TwilioErrorException twilioErrorException) {
    return new TwilioAnswer.Failed<>(
        outcome, twilioErrorException.status(), twilioErrorException.code());
  }

  private static boolean isTransport(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransportException) {
        return true;
      }
    }
    return false;
  }

  /** The result of one request. */
  sealed interface TwilioAnswer<T> {

    /** The requested value. */
    record Taken<T>(T result) implements TwilioAnswer<T> {}

    /**
     * A failure and its outcome for a delivery.
     *
     * @param status the HTTP status; 0 when no readable answer arrived
     * @param code Twilio's code; null for none
     */
    record Failed<T>(Outcome outcome, int status, @Nullable Integer code)
        implements TwilioAnswer<T> {}
  }
}
