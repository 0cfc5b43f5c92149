package org.messgateway.adapter.sms;

import com.twilio.exception.TwilioException;
import com.twilio.http.TwilioRestClient;
import com.twilio.rest.api.v2010.Account;
import com.twilio.rest.api.v2010.account.Message;
import com.twilio.rest.api.v2010.account.MessageCreator;
import com.twilio.rest.api.v2010.account.MessageReader;
import com.twilio.type.PhoneNumber;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.OneTryClient;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.api.Outcome;

/** Talks to Twilio, one request a call. */
final class TwilioCalls implements AutoCloseable {

  /** A page of messages is the largest answer: two hundred of them, each far below 8 KiB. */
  private static final int MAX_ANSWER = 2 * 1024 * 1024;

  private static final int PAGE = 200;

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

  /** Creates a message; {@code validity} in seconds, null for Twilio's own. */
  Answer<Message> send(String to, String body, @Nullable Integer validity) {
    return attempt(client -> {
      MessageCreator creator = creator(new PhoneNumber(to), body);
      if (validity != null) {
        creator.setValidityPeriod(validity);
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

  /** Without the exception's message, which may quote what was sent. */
  private static Outcome unreadable(RuntimeException e) {
    return TwilioErrors.unreadable(e.getClass().getSimpleName());
  }

  private static <T> Answer<T> failed(Outcome outcome) {
    return new Answer.Failed<>(outcome, 0);
  }

  private static <T> Answer<T> failed(Outcome outcome, Refusal refusal) {
    return new Answer.Failed<>(outcome, refusal.status());
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
     */
    record Failed<T>(Outcome outcome, int status) implements Answer<T> {}
  }
}
