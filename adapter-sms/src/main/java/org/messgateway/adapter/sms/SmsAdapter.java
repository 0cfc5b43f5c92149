package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.TwilioApi.TwilioAnswer;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.DeliveryLookup;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup;
import org.messgateway.api.SelfTest;

/** Sends text messages through one Twilio account, and reports the answers. */
final class SmsAdapter implements Adapter, DeliveryLookup, ReceiptStatusLookup, SelfTest, Inbound {

  static final String SID = "sid";

  /** Twilio lists a message with a delay. */
  private static final Duration SETTLE = Duration.ofMinutes(2);

  /** The shortest validity in seconds that Twilio advises; the longest is 10 hours. */
  private static final long SHORTEST_VALIDITY = 5;

  private static final long LONGEST_VALIDITY = 36_000;

  private final TwilioApi calls;
  private final SentSmsSearch search;
  private final SmsStatus smsStatus;
  private final SmsSelfTest selfTest;
  private final SmsInbound inbound;
  private final InstantSource clock;
  private final @Nullable URI statusUrl;

  private SmsAdapter(
      SmsSettings settings, AdapterServices services, TwilioErrors errors, TwilioApi calls) {
    this.calls = calls;
    this.clock = services.clock();
    this.search = new SentSmsSearch(calls, clock);
    this.smsStatus = new SmsStatus(errors);
    this.selfTest = new SmsSelfTest(calls, settings, services.callbackUrl());
    this.inbound = new SmsInbound(settings, services, errors, calls);
    // Without the auth token nobody could tell whether Twilio calls.
    this.statusUrl = settings.signing() == null ? null : services.callbackUrl();
  }

  static SmsAdapter create(SmsSettings settings, AdapterServices services) {
    TwilioErrors errors = TwilioErrors.read();
    TwilioApi calls = new TwilioApi(settings, errors, services.timeLimit(), services.clock());
    return new SmsAdapter(settings, services, errors, calls);
  }

  @Override
  public Outcome deliver(Notification notification) {
    Instant now = clock.instant();
    String to = notification.address().value();
    TwilioAnswer<Message> answer =
        calls.send(
            to, SmsText.of(notification, now), validity(notification.deadline(), now), statusUrl);
    return switch (answer) {
      case TwilioAnswer.Taken<Message> taken -> accepted(taken.result());
      case TwilioAnswer.Failed<Message> failed -> {
        if (TwilioErrors.isOptOut(failed.code())) {
          inbound.refused(to, notification.id(), now);
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
  public DeliveryLookup.LookupResult find(Notification notification, Instant since) {
    return search.find(notification, since);
  }

  @Override
  public ReceiptStatus receiptStatus(Receipt receipt) {
    return switch (calls.message(receipt.part(SID))) {
      case TwilioAnswer.Taken<Message> taken -> smsStatus.of(taken.result());
      // Deleted at Twilio: nothing more will be known.
      case TwilioAnswer.Failed<Message> failed when failed.status() == 404 ->
          new ReceiptStatus.Arrived();
      case TwilioAnswer.Failed<Message> _ -> new ReceiptStatus.Pending();
    };
  }

  @Override
  public List<SelfTest.Finding> selfTest() {
    return selfTest.findings();
  }

  @Override
  public void listen(InboundListener listener) {
    inbound.listen(listener);
  }

  @Override
  public void resume(List<InboundListener.StoredEvent> events) {
    inbound.resume(events);
  }

  @Override
  public boolean inboundOpen() {
    return inbound.open();
  }

  @Override
  public CallbackResponse receive(CallbackRequest call) {
    return inbound.receive(call);
  }

  @Override
  public void close() {
    inbound.close();
    calls.close();
  }

  private Outcome accepted(Message message) {
    if (message.getSid() == null) {
      return TwilioErrors.unreadable("no sid");
    }
    inbound.sent();
    return new Delivered(Receipt.of(SID, message.getSid()));
  }

  /**
   * The time within which Twilio must send, so that a message does not arrive after its deadline.
   */
  private static @Nullable Integer validity(@Nullable Instant deadline, Instant now) {
    if (deadline == null || !deadline.isAfter(now)) {
      return null;
    }
    long seconds = Duration.between(now, deadline).toSeconds();
    return (int) Math.clamp(seconds, SHORTEST_VALIDITY, LONGEST_VALIDITY);
  }
}
