package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.TwilioCalls.Answer;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Correctable;
import org.messgateway.api.Ear;
import org.messgateway.api.Inbound;
import org.messgateway.api.Lookup;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;

/** Sends text messages through one Twilio account, and hears what is answered. */
final class SmsAdapter implements Adapter, Lookup, Correctable, SelfTest, Inbound {

  static final String SID = "sid";

  /** Twilio lists a message a little after it took it. */
  private static final Duration SETTLE = Duration.ofMinutes(2);

  /** Twilio advises against less than this and takes no more than ten hours. */
  private static final long SHORTEST_VALIDITY = 5;

  private static final long LONGEST_VALIDITY = 36_000;

  private final TwilioCalls calls;
  private final Search search;
  private final Verdict verdict;
  private final Checkup checkup;
  private final WayBack wayBack;
  private final InstantSource clock;
  private final @Nullable URI statusUrl;

  private SmsAdapter(
      SmsSettings settings, AdapterServices services, TwilioErrors errors, TwilioCalls calls) {
    this.calls = calls;
    this.clock = services.clock();
    this.search = new Search(calls, clock);
    this.verdict = new Verdict(errors);
    this.checkup = new Checkup(calls, settings, services.callbackUrl());
    this.wayBack = new WayBack(settings, services, errors, calls);
    // Without the auth token nobody could tell whether Twilio calls.
    this.statusUrl = settings.signing() == null ? null : services.callbackUrl();
  }

  static SmsAdapter create(SmsSettings settings, AdapterServices services) {
    TwilioErrors errors = TwilioErrors.read();
    TwilioCalls calls = new TwilioCalls(settings, errors, services.timeLimit(), services.clock());
    return new SmsAdapter(settings, services, errors, calls);
  }

  @Override
  public Outcome deliver(Notification notification) {
    Instant now = clock.instant();
    String to = notification.address().value();
    Answer<Message> answer =
        calls.send(
            to, SmsText.of(notification, now), validity(notification.deadline(), now), statusUrl);
    return switch (answer) {
      case Answer.Taken<Message> taken -> accepted(taken.result());
      case Answer.Failed<Message> failed -> {
        if (TwilioErrors.isOptOut(failed.code())) {
          wayBack.refused(to, notification.id(), now);
        }
        yield failed.outcome();
      }
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
    return checkup.findings();
  }

  @Override
  public void listen(Ear ear) {
    wayBack.listen(ear);
  }

  @Override
  public void takeOver(List<Ear.Kept> left) {
    wayBack.takeOver(left);
  }

  @Override
  public boolean wayBackOpen() {
    return wayBack.open();
  }

  @Override
  public Response receive(Call call) {
    return wayBack.receive(call);
  }

  @Override
  public void close() {
    wayBack.close();
    calls.close();
  }

  private Outcome accepted(Message message) {
    if (message.getSid() == null) {
      return TwilioErrors.unreadable("no sid");
    }
    wayBack.sent();
    return new Delivered(Receipt.of(SID, message.getSid()));
  }

  /** A message that waits at Twilio must not arrive when it is of no use any more. */
  private static @Nullable Integer validity(@Nullable Instant deadline, Instant now) {
    if (deadline == null || !deadline.isAfter(now)) {
      return null;
    }
    long seconds = Duration.between(now, deadline).toSeconds();
    return (int) Math.clamp(seconds, SHORTEST_VALIDITY, LONGEST_VALIDITY);
  }
}
