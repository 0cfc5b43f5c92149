package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import com.twilio.rest.api.v2010.account.Message.Direction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.sms.TwilioApi.TwilioAnswer;
import org.messgateway.api.InboundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls Twilio for received messages. Without a public address polls are the only transport; with
 * one they find the messages of times without callbacks.
 */
final class InboundSmsPoller implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(InboundSmsPoller.class);

  static final Duration BUSY = Duration.ofSeconds(10);
  static final Duration IDLE = Duration.ofMinutes(1);

  /** The interval while callbacks arrive. */
  static final Duration CALLED = Duration.ofMinutes(5);

  /** The interval while another gateway polls. */
  private static final Duration RESTING = Duration.ofSeconds(5);

  /** The time after a message in which a quick answer is likely. */
  private static final Duration ANSWERS_COME = Duration.ofHours(24);

  /** The period that the first poll covers. */
  private static final Duration LOOK_BACK = Duration.ofHours(6);

  /** The delay of Twilio's list plus the difference of the clocks. */
  private static final Duration LATE = Duration.ofMinutes(2);

  private static final int REMEMBERED = 5_000;

  private final TwilioApi calls;
  private final OwnNumbers ownNumbers;
  private final SmsEventQueue eventQueue;
  private final BooleanSupplier mayAsk;
  private final InstantSource clock;
  private final BoundedMemory<Boolean> seen = new BoundedMemory<>(REMEMBERED);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private Instant since;
  private int failures;
  private boolean answered;
  private volatile Instant sent;
  private volatile @Nullable Instant called;
  private volatile @Nullable Instant good;
  private volatile boolean resting;

  /**
   * @param mayAsk whether this process polls
   */
  InboundSmsPoller(
      TwilioApi calls,
      OwnNumbers ownNumbers,
      SmsEventQueue eventQueue,
      BooleanSupplier mayAsk,
      InstantSource clock) {
    this.calls = calls;
    this.ownNumbers = ownNumbers;
    this.eventQueue = eventQueue;
    this.mayAsk = mayAsk;
    this.clock = clock;
    this.since = clock.instant().minus(LOOK_BACK);
    // Before the start there may have been messages: they are answered soon, if at all.
    this.sent = clock.instant();
    this.good = clock.instant();
    this.thread = Thread.ofVirtual().name("sms-poll").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Records an outbound message, after which answers are likely. */
  void sent() {
    sent = clock.instant();
  }

  /** Records a callback with a message. */
  void called() {
    called = clock.instant();
  }

  /**
   * Whether received messages arrive: Twilio answered recently, here or to the gateway that polls.
   * Before the first answer of a start they do unless a failure is known: Twilio keeps them.
   */
  boolean works() {
    Instant last = good;
    return resting || (last != null && last.plus(CALLED).plus(IDLE).isAfter(clock.instant()));
  }

  private void run() {
    try {
      Duration pause = Duration.ZERO;
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = guarded();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whatever goes wrong in one round must not end the rounds. */
  private Duration guarded() {
    try {
      return round();
    } catch (RuntimeException | Error e) {
      failed(e.getClass().getSimpleName());
      return pause(clock.instant());
    }
  }

  /**
   * Polls once, if this gateway polls, and returns the wait until the next time. Not thread-safe.
   */
  Duration round() {
    Instant now = clock.instant();
    resting = !mayAsk.getAsBoolean();
    if (resting) {
      // When it is our turn nobody knows what the other had not come to.
      since = now.minus(LOOK_BACK);
      return RESTING;
    }
    if (since.isAfter(now)) {
      // The clock was set back: what came meanwhile is younger than anything looked for.
      since = now.minus(LOOK_BACK);
    }
    try {
      switch (calls.received(ownNumbers.number(), since)) {
        case TwilioAnswer.Taken<List<Message>> taken -> accept(taken.result(), now);
        case TwilioAnswer.Failed<List<Message>> failed ->
            failed(TwilioApi.reason(failed.outcome()));
      }
    } catch (InboundException | RuntimeException e) {
      // Nothing is passed over: the next round asks from where this one did.
      failed(e.getClass().getSimpleName());
    }
    return pause(now);
  }

  private void accept(List<Message> listed, Instant now) throws InboundException {
    ownNumbers.learn(listed);
    Instant newest = since;
    for (Message message : listed.reversed()) {
      Instant at = at(message, now);
      newest = at.isAfter(newest) ? at : newest;
      if (message.getDirection() == Direction.INBOUND && ownNumbers.isOurs(message)) {
        accept(message, at);
      }
    }
    Instant overlapping = newest.minus(LATE);
    since = overlapping.isAfter(since) ? overlapping : since;
    failures = 0;
    answered = true;
    good = now;
  }

  private void accept(Message message, Instant at) throws InboundException {
    String sid = message.getSid();
    if (sid == null || message.getFrom() == null || seen.has(sid)) {
      return;
    }
    eventQueue.accept(sid, OwnNumbers.form(message).with(InboundSms.FOUND, at.toString()));
    seen.put(sid, true);
  }

  private static Instant at(Message message, Instant now) {
    return message.getDateCreated() == null ? now : message.getDateCreated().toInstant();
  }

  private void failed(String why) {
    failures = Math.min(failures + 1, 10);
    good = answered ? good : null;
    if (failures == 1) {
      LOG.warn("Twilio cannot be asked for messages that came in ({}); tried again.", why);
    }
  }

  private Duration pause(Instant now) {
    Duration usual = usual(now);
    if (failures == 0) {
      return usual;
    }
    Duration longer = BUSY.multipliedBy(1L << failures);
    return longer.compareTo(CALLED) < 0 ? longer : CALLED;
  }

  private Duration usual(Instant now) {
    Instant brought = called;
    if (brought != null && brought.isAfter(now.minus(ANSWERS_COME))) {
      return CALLED;
    }
    return sent.isAfter(now.minus(ANSWERS_COME)) ? BUSY : IDLE;
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }
}
