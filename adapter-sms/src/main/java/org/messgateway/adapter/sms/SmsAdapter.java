package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.Account;
import com.twilio.rest.api.v2010.account.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.TwilioCalls.Answer;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Correctable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Lookup;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;

/** Sends text messages through one Twilio account. */
final class SmsAdapter implements Adapter, Lookup, Correctable, SelfTest {

  static final String SID = "sid";

  /** Twilio lists a message a little after it took it. */
  private static final Duration SETTLE = Duration.ofMinutes(2);

  /** Twilio advises against less than this and takes no more than ten hours. */
  private static final long SHORTEST_VALIDITY = 5;

  private static final long LONGEST_VALIDITY = 36_000;

  private final TwilioCalls calls;
  private final Search search;
  private final Verdict verdict;
  private final InstantSource clock;

  private SmsAdapter(TwilioCalls calls, TwilioErrors errors, InstantSource clock) {
    this.calls = calls;
    this.search = new Search(calls, clock);
    this.verdict = new Verdict(errors);
    this.clock = clock;
  }

  static SmsAdapter create(SmsSettings settings, AdapterServices services) {
    TwilioErrors errors = TwilioErrors.read();
    TwilioCalls calls = new TwilioCalls(settings, errors, services.timeLimit(), services.clock());
    return new SmsAdapter(calls, errors, services.clock());
  }

  @Override
  public Outcome deliver(Notification notification) {
    Instant now = clock.instant();
    String body = SmsText.of(notification, now);
    Answer<Message> answer =
        calls.send(notification.address().value(), body, validity(notification.deadline(), now));
    return switch (answer) {
      case Answer.Taken<Message> taken -> accepted(taken.result());
      case Answer.Failed<Message> failed -> failed.outcome();
    };
  }

  @Override
  public Duration settleTime() {
    return SETTLE;
  }

  @Override
  public Lookup.Finding find(Notification notification, Instant since) {
    return search.find(notification, since);
  }

  @Override
  public Standing ask(Receipt receipt) {
    return switch (calls.message(receipt.part(SID))) {
      case Answer.Taken<Message> taken -> verdict.of(taken.result());
      // Deleted at Twilio: nothing more will be known.
      case Answer.Failed<Message> failed when failed.status() == 404 -> new Standing.Confirmed();
      case Answer.Failed<Message> _ -> new Standing.Pending();
    };
  }

  @Override
  public List<SelfTest.Finding> selfTest() {
    return switch (calls.account()) {
      case Answer.Taken<Account> taken -> account(taken.result());
      case Answer.Failed<Account> failed -> trouble(failed.outcome());
    };
  }

  @Override
  public void close() {
    calls.close();
  }

  private static Outcome accepted(Message message) {
    return message.getSid() == null
        ? TwilioErrors.unreadable("no sid")
        : new Delivered(Receipt.of(SID, message.getSid()));
  }

  /** A message that waits at Twilio must not arrive when it is of no use any more. */
  private static @Nullable Integer validity(@Nullable Instant deadline, Instant now) {
    if (deadline == null || !deadline.isAfter(now)) {
      return null;
    }
    long seconds = Duration.between(now, deadline).toSeconds();
    return (int) Math.clamp(seconds, SHORTEST_VALIDITY, LONGEST_VALIDITY);
  }

  private static List<SelfTest.Finding> account(Account account) {
    if (account.getStatus() != null && account.getStatus() != Account.Status.ACTIVE) {
      return finding(
          true, "The Twilio account is " + account.getStatus() + ".", "See the Twilio console.");
    }
    return account.getType() == Account.Type.TRIAL
        ? finding(
            false,
            "This is a trial account: it sends to verified numbers only and adds a line to every"
                + " text.",
            "Verify each number in the Twilio console, or upgrade the account.")
        : List.of();
  }

  private static List<SelfTest.Finding> trouble(Outcome outcome) {
    return switch (outcome) {
      case Delivered _ -> List.of();
      case Deferred deferred -> finding(true, deferred.sentence(), remedy(deferred.reason()));
      case Rejected rejected -> finding(true, rejected.sentence(), remedy(rejected.reason()));
    };
  }

  private static String remedy(FailureReason reason) {
    return switch (reason) {
      case CREDENTIAL_REFUSED, ACCOUNT_MISCONFIGURED ->
          "Copy account_sid and auth_token from the Twilio console, and leave base_url out.";
      default -> "Check that this machine reaches " + SmsSettings.TWILIO + ", and try again.";
    };
  }

  private static List<SelfTest.Finding> finding(boolean severe, String sentence, String remedy) {
    return List.of(new SelfTest.Finding(severe, sentence, remedy));
  }
}
