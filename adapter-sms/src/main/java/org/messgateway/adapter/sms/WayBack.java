package org.messgateway.adapter.sms;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Inbound.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that listens, from the moment there is somebody to tell; owns its threads. */
final class WayBack implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WayBack.class);
  private static final Duration SECOND_TRY = Duration.ofSeconds(5);

  private final SmsSettings settings;
  private final AdapterServices services;
  private final TwilioErrors errors;
  private final TwilioCalls calls;
  private final MediaClient media;
  private final Outbox outbox;
  private volatile @Nullable Listening listening;

  /** What there is once there is an ear. */
  private record Listening(
      Ear ear, Hearing hearing, Worker worker, Poller poller, SmsInbound inbound) {}

  WayBack(SmsSettings settings, AdapterServices services, TwilioErrors errors, TwilioCalls calls) {
    this.settings = settings;
    this.services = services;
    this.errors = errors;
    this.calls = calls;
    this.media = new MediaClient(settings);
    this.outbox = new Outbox(calls);
  }

  void listen(Ear ear) {
    InstantSource clock = services.clock();
    Hearing hearing = new Hearing(ear, calls, media, settings.sender());
    Replies replies = new Replies(clock);
    Worker worker = new Worker(ear, hearing, replies, outbox, SECOND_TRY);
    Poller poller = new Poller(calls, new Senders(settings), worker, ear::mayAsk, clock);
    Statuses statuses = new Statuses(ear, hearing, errors);
    SmsInbound inbound =
        new SmsInbound(
            settings, ear, new SmsInbound.Ears(hearing, replies, statuses, worker, poller));
    listening = new Listening(ear, hearing, worker, poller, inbound);
    worker.start();
    if (polls()) {
      poller.start();
    }
  }

  void takeOver(List<Ear.Kept> left) {
    Listening now = listening;
    if (now != null) {
      now.worker().takeOver(left);
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
    Listening now = listening;
    return now != null
        && settings.canReceive()
        && switch (settings.inbound()) {
          case AUTO -> called(now) || now.poller().works();
          case CALLBACK -> called(now);
          case POLL -> now.poller().works();
          case OFF -> false;
        };
  }

  private boolean called(Listening now) {
    return services.callbackUrl() != null && SmsInbound.callable(settings, now.ear());
  }

  Response receive(Call call) {
    Listening now = listening;
    return now == null ? Response.of(401) : now.inbound().receive(call);
  }

  /** A message went out. */
  void sent() {
    Listening now = listening;
    if (now != null) {
      now.poller().sent();
    }
  }

  /** Twilio would not send because the number has opted out. */
  void refused(String number, String delivery, Instant at) {
    Listening now = listening;
    if (now == null) {
      return;
    }
    try {
      now.hearing().refused(number, "21610:" + delivery + ":" + at.getEpochSecond());
    } catch (EarException e) {
      LOG.warn("That a number has opted out could not be noted; the next message finds out again.");
    }
  }

  @Override
  public void close() {
    Listening now = listening;
    if (now != null) {
      now.poller().close();
      now.worker().close();
    }
    outbox.close();
    media.close();
  }
}
