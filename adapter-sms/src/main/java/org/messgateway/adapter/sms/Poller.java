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
import org.messgateway.adapter.sms.TwilioCalls.Answer;
import org.messgateway.api.EarException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Twilio for messages that came in: without a public address it is the only way, with one it
 * finds those that came while nobody could be called.
 */
final class Poller implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

  static final Duration BUSY = Duration.ofSeconds(10);
  static final Duration IDLE = Duration.ofMinutes(1);

  /** While messages are brought to us this only finds those that were not. */
  static final Duration CALLED = Duration.ofMinutes(5);

  /** While another gateway asks. */
  private static final Duration RESTING = Duration.ofSeconds(5);

  /** For so long after a message somebody may answer it soon. */
  private static final Duration ANSWERS_COME = Duration.ofHours(24);

  /** How far a start looks back. */
  private static final Duration LOOK_BACK = Duration.ofHours(6);

  /** Twilio lists a message a little after it came, and its clock is not ours. */
  private static final Duration LATE = Duration.ofMinutes(2);

  private static final int REMEMBERED = 5_000;

  private final TwilioCalls calls;
  private final Senders senders;
  private final Worker worker;
  private final BooleanSupplier mayAsk;
  private final InstantSource clock;
  private final Recent<Boolean> seen = new Recent<>(REMEMBERED);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private Instant since;
  private int failures;
  private volatile Instant sent;
  private volatile @Nullable Instant called;
  private volatile @Nullable Instant good;
  private volatile boolean resting;

  /**
   * @param mayAsk whether it is for this process to ask
   */
  Poller(
      TwilioCalls calls,
      Senders senders,
      Worker worker,
      BooleanSupplier mayAsk,
      InstantSource clock) {
    this.calls = calls;
    this.senders = senders;
    this.worker = worker;
    this.mayAsk = mayAsk;
    this.clock = clock;
    this.since = clock.instant().minus(LOOK_BACK);
    // Before the start there may have been messages: they are answered soon, if at all.
    this.sent = clock.instant();
    this.thread = Thread.ofVirtual().name("sms-poll").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** A message went out: answers may come. */
  void sent() {
    sent = clock.instant();
  }

  /** Twilio brought a message to us. */
  void called() {
    called = clock.instant();
  }

  /** Whether Twilio has told us lately what came in, or tells another in our place. */
  boolean works() {
    Instant last = good;
    return resting || (last != null && last.plus(CALLED).plus(IDLE).isAfter(clock.instant()));
  }

  private void run() {
    try {
      Duration pause = Duration.ZERO;
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Asks once, if it is our turn; answers how long to wait until the next time. Not for two threads
   * at once.
   */
  Duration round() {
    Instant now = clock.instant();
    resting = !mayAsk.getAsBoolean();
    if (resting) {
      // When it is our turn nobody knows what the other had not come to.
      since = now.minus(LOOK_BACK);
      return RESTING;
    }
    try {
      switch (calls.received(senders.number(), since)) {
        case Answer.Taken<List<Message>> taken -> take(taken.result(), now);
        case Answer.Failed<List<Message>> failed -> failed(TwilioCalls.reason(failed.outcome()));
      }
    } catch (EarException | RuntimeException e) {
      // Nothing is passed over: the next round asks from where this one did.
      failed(e.getClass().getSimpleName());
    }
    return pause(now);
  }

  private void take(List<Message> listed, Instant now) throws EarException {
    senders.learn(listed);
    Instant newest = since;
    for (Message message : listed.reversed()) {
      Instant at = at(message, now);
      newest = at.isAfter(newest) ? at : newest;
      if (message.getDirection() == Direction.INBOUND && senders.isOurs(message)) {
        take(message, at);
      }
    }
    Instant overlapping = newest.minus(LATE);
    since = overlapping.isAfter(since) ? overlapping : since;
    failures = 0;
    good = now;
  }

  private void take(Message message, Instant at) throws EarException {
    String sid = message.getSid();
    if (sid == null || message.getFrom() == null || seen.has(sid)) {
      return;
    }
    worker.take(sid, Senders.form(message).with(Sms.FOUND, at.toString()));
    seen.put(sid, true);
  }

  private static Instant at(Message message, Instant now) {
    return message.getDateCreated() == null ? now : message.getDateCreated().toInstant();
  }

  private void failed(String why) {
    failures = Math.min(failures + 1, 10);
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
