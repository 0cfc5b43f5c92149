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
import org.messgateway.adapter.okhttp.OneTryClient;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.adapter.sms.Sms.Part;
import org.messgateway.api.Outcome;

/** Talks to Twilio, one request a call. */
final class TwilioCalls implements AutoCloseable {

  /** A page of messages is the largest answer: two hundred of them, each far below 8 KiB. */
  private static final int MAX_ANSWER = 2 * 1024 * 1024;

  private static final int PAGE = 200;
  private static final int MOST_PAGES = 5;

  private final OkHttpClient http;
  private final TwilioRestClient twilio;
  private final SmsSettings settings;
  private final TwilioErrors errors;
  private final InstantSource clock;

  TwilioCalls(SmsSettings settings, TwilioErrors errors, Duration timeLimit, InstantSource clock) {
    this.settings = settings;
    this.errors = errors;
    this.clock = clock;
    this.http = OneTryClient.builder(timeLimit, MAX_ANSWER).build();
    this.twilio = new QuietTwilio(settings, new OneTryHttp(http, settings.baseUrl()));
  }

  /**
   * Creates a message.
   *
   * @param validity in seconds; null for Twilio's own
   * @param statusUrl where Twilio tells what became of it; null for nowhere
   */
  Answer<Message> send(
      String to, String body, @Nullable Integer validity, @Nullable URI statusUrl) {
    return attempt(client -> {
      MessageCreator creator = creator(new PhoneNumber(to), body);
      if (validity != null) {
        creator.setValidityPeriod(validity);
      }
      if (statusUrl != null) {
        creator.setStatusCallback(statusUrl);
      }
      return creator.create(client);
    });
  }

  Answer<Message> message(String sid) {
    return attempt(client -> Message.fetcher(settings.accountSid(), sid).fetch(client));
  }

  /** The newest messages to a number; sent at or after a time, or whether sent yet or not. */
  Answer<List<Message>> messages(String to, @Nullable Instant sentSince) {
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
   * What was sent at or after a time, newest first, at most {@value #MOST_PAGES} pages of it.
   *
   * @param to only to this number; null for all of the account, our own included
   */
  Answer<List<Message>> received(@Nullable String to, Instant since) {
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

  /** The files that came with a message. */
  Answer<List<Part>> parts(String message) {
    return attempt(client ->
        Media.reader(settings.accountSid(), message).firstPage(client).getRecords().stream()
            .map(media -> part(message, media))
            .toList());
  }

  private Part part(String message, Media media) {
    String path =
        "%s/2010-04-01/Accounts/%s/Messages/%s/Media/%s"
            .formatted(SmsSettings.TWILIO, settings.accountSid(), message, media.getSid());
    return new Part(URI.create(path), media.getContentType() == null ? "" : media.getContentType());
  }

  /** What the account knows of a number; empty when it is not one of its own. */
  Answer<List<IncomingPhoneNumber>> number(String number) {
    return attempt(client ->
        IncomingPhoneNumber.reader(settings.accountSid())
            .setPhoneNumber(new PhoneNumber(number))
            .firstPage(client)
            .getRecords());
  }

  Answer<Account> account() {
    return attempt(client -> Account.fetcher(settings.accountSid()).fetch(client));
  }

  @Override
  public void close() {
    OneTryClient.close(http);
  }

  private MessageCreator creator(PhoneNumber to, String body) {
    String account = settings.accountSid();
    return settings.service()
        ? Message.creator(account, to, settings.sender(), body)
        : Message.creator(account, to, new PhoneNumber(settings.sender()), body);
  }

  private <T> Answer<T> attempt(Function<TwilioRestClient, @Nullable T> call) {
    try {
      T result = call.apply(twilio);
      return result == null
          ? failed(TwilioErrors.unreadable("nothing"))
          : new Answer.Taken<>(result);
    } catch (Refusal e) {
      return failed(errors.outcome(e.status(), e.code(), e.retryAfter(), clock.instant()), e);
    } catch (TwilioException e) {
      return failed(isTransport(e) ? TransportException.outcome(e) : unreadable(e));
    } catch (RuntimeException e) {
      // The client lets parsers' exceptions through when a 2xx does not hold what it should.
      return failed(unreadable(e));
    }
  }

  /** The fixed word for a failure, fit for a log. */
  static String reason(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered _ -> "";
      case Outcome.Deferred deferred -> deferred.reason().code();
      case Outcome.Rejected rejected -> rejected.reason().code();
    };
  }

  /** Without the exception's message, which may quote what was sent. */
  private static Outcome unreadable(RuntimeException e) {
    return TwilioErrors.unreadable(e.getClass().getSimpleName());
  }

  private static <T> Answer<T> failed(Outcome outcome) {
    return new Answer.Failed<>(outcome, 0, null);
  }

  private static <T> Answer<T> failed(Outcome outcome, Refusal refusal) {
    return new Answer.Failed<>(outcome, refusal.status(), refusal.code());
  }

  private static boolean isTransport(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransportException) {
        return true;
      }
    }
    return false;
  }

  /** What one request came to. */
  sealed interface Answer<T> {

    /** What was asked for. */
    record Taken<T>(T result) implements Answer<T> {}

    /**
     * What it means for a delivery.
     *
     * @param status of the answer, 0 when there was none that could be read
     * @param code Twilio's own, null when there was none
     */
    record Failed<T>(Outcome outcome, int status, @Nullable Integer code) implements Answer<T> {}
  }
}
