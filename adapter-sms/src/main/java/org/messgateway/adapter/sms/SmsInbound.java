package org.messgateway.adapter.sms;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The inbound side: creates its parts when the gateway listens, and owns their threads. */
final class SmsInbound implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SmsInbound.class);
  private static final Duration SECOND_TRY = Duration.ofSeconds(5);

  private final SmsSettings settings;
  private final AdapterServices services;
  private final TwilioErrors errors;
  private final TwilioApi calls;
  private final MmsMediaClient media;
  private final AutoReplySender autoReplySender;
  private volatile @Nullable RunningInbound runningInbound;

  /** The parts that need the listener. */
  private record RunningInbound(
      InboundListener listener,
      SmsReporter reporter,
      SmsEventQueue eventQueue,
      InboundSmsPoller poller,
      TwilioCallbacks inbound) {}

  SmsInbound(SmsSettings settings, AdapterServices services, TwilioErrors errors, TwilioApi calls) {
    this.settings = settings;
    this.services = services;
    this.errors = errors;
    this.calls = calls;
    this.media = new MmsMediaClient(settings);
    this.autoReplySender = new AutoReplySender(calls);
  }

  void listen(InboundListener listener) {
    InstantSource clock = services.clock();
    SmsReporter reporter = new SmsReporter(listener, calls, media, settings.sender());
    AutoReplyPolicy autoReplyPolicy = new AutoReplyPolicy(clock);
    SmsEventQueue eventQueue =
        new SmsEventQueue(listener, reporter, autoReplyPolicy, autoReplySender, SECOND_TRY);
    InboundSmsPoller poller =
        new InboundSmsPoller(calls, new OwnNumbers(settings), eventQueue, listener::mayPoll, clock);
    StatusCallbacks statusCallbacks = new StatusCallbacks(listener, reporter, errors);
    TwilioCallbacks inbound =
        new TwilioCallbacks(
            settings,
            listener,
            new TwilioCallbacks.CallbackReceivers(
                reporter, autoReplyPolicy, statusCallbacks, eventQueue, poller));
    runningInbound = new RunningInbound(listener, reporter, eventQueue, poller, inbound);
    eventQueue.start();
    if (polls()) {
      poller.start();
    }
  }

  void resume(List<InboundListener.StoredEvent> events) {
    RunningInbound now = runningInbound;
    if (now != null) {
      now.eventQueue().resume(events);
    }
  }

  private boolean polls() {
    return settings.canReceive()
        && switch (settings.inbound()) {
          case AUTO, POLL -> true;
          case CALLBACK, OFF -> false;
        };
  }

  boolean open() {
    RunningInbound now = runningInbound;
    return now != null
        && settings.canReceive()
        && switch (settings.inbound()) {
          case AUTO -> called(now) || now.poller().works();
          case CALLBACK -> called(now);
          case POLL -> now.poller().works();
          case OFF -> false;
        };
  }

  private boolean called(RunningInbound now) {
    return services.callbackUrl() != null
        && TwilioCallbacks.callbacksReachable(settings, now.listener());
  }

  CallbackResponse receive(CallbackRequest call) {
    RunningInbound now = runningInbound;
    return now == null ? CallbackResponse.of(401) : now.inbound().receive(call);
  }

  /** Records an outbound message. */
  void sent() {
    RunningInbound now = runningInbound;
    if (now != null) {
      now.poller().sent();
    }
  }

  /** Records that Twilio refused a send because the number opted out. */
  void refused(String number, String delivery, Instant at) {
    RunningInbound now = runningInbound;
    if (now == null) {
      return;
    }
    try {
      now.reporter().refused(number, "21610:" + delivery + ":" + at.getEpochSecond());
    } catch (InboundException e) {
      LOG.warn("That a number has opted out could not be noted; the next message finds out again.");
    }
  }

  @Override
  public void close() {
    RunningInbound now = runningInbound;
    if (now != null) {
      now.poller().close();
      now.eventQueue().close();
    }
    autoReplySender.close();
    media.close();
  }
}
