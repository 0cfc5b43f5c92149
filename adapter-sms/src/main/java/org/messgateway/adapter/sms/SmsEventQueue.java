package org.messgateway.adapter.sms;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.messgateway.adapter.sms.AutoReplySender.AutoReply;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes stored messages one after the other on a thread of its own, with retries until the
 * gateway accepts each, also after a restart.
 */
final class SmsEventQueue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SmsEventQueue.class);

  /**
   * The number of messages in memory. Further ones are on the disk and are processed at the next
   * start.
   */
  private static final int MOST_WAITING = 1_000;

  private static final int MOST_TRIES = 50;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final InboundListener listener;
  private final SmsReporter reporter;
  private final AutoReplyPolicy autoReplyPolicy;
  private final Consumer<AutoReply> outbox;
  private final Duration pause;
  private final DelayQueue<SmsJob> jobs = new DelayQueue<>();
  private final Thread thread;

  /**
   * A queue that is not started.
   *
   * @param outbox sends an automatic answer and returns when it is sent
   * @param pause the wait before the second attempt; later waits are longer
   */
  SmsEventQueue(
      InboundListener listener,
      SmsReporter reporter,
      AutoReplyPolicy autoReplyPolicy,
      Consumer<AutoReply> outbox,
      Duration pause) {
    this.listener = listener;
    this.reporter = reporter;
    this.autoReplyPolicy = autoReplyPolicy;
    this.outbox = outbox;
    this.pause = pause;
    this.thread = Thread.ofVirtual().name("sms-messages").unstarted(this::run);
  }

  void start() {
    resume(listener.unfinished());
    thread.start();
  }

  /** Processes the messages that an ended process stored. */
  void resume(List<InboundListener.StoredEvent> events) {
    events.forEach(event -> again(event.id(), PostedForm.parse(event.event())));
  }

  /**
   * Stores a message on the disk and processes it soon.
   *
   * @return false when the message was accepted before, by a callback or a poll
   */
  boolean accept(String sid, PostedForm message) throws InboundException {
    boolean fresh = listener.store(sid, message.bytes());
    if (fresh) {
      again(sid, message);
    }
    return fresh;
  }

  /** Processes a stored message. */
  void again(String sid, PostedForm message) {
    add(new SmsJob(sid, message, 1, System.nanoTime()));
  }

  private void add(SmsJob job) {
    if (jobs.size() >= MOST_WAITING) {
      LOG.warn("Too many messages wait to be read: {} is read after the next start.", job.sid());
      return;
    }
    jobs.add(job);
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        work(jobs.take());
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(SmsJob job) {
    try {
      Optional<InboundSms> sms = InboundSms.of(job.message());
      if (sms.isEmpty()) {
        listener.complete(job.sid());
        return;
      }
      InboundReply reply = reporter.report(sms.get());
      // Before the answer: one that is lost bothers nobody, one that comes twice does.
      listener.complete(job.sid());
      autoReplyPolicy
          .to(sms.get(), reply)
          .ifPresent(text -> outbox.accept(new AutoReply(sms.get().from(), text)));
    } catch (InboundException | IOException | RuntimeException | Error e) {
      later(job, e);
    }
  }

  private void later(SmsJob job, Throwable reason) {
    String why = reason.getClass().getSimpleName();
    if (job.tries() >= MOST_TRIES) {
      LOG.error("Message {} cannot be read ({}); it is tried at the next start.", job.sid(), why);
      return;
    }
    LOG.warn("Message {} cannot be read now ({}); it is tried again.", job.sid(), why);
    Duration wait = pause.multipliedBy(job.tries());
    long nanos = (wait.compareTo(LONGEST_PAUSE) < 0 ? wait : LONGEST_PAUSE).toNanos();
    add(new SmsJob(job.sid(), job.message(), job.tries() + 1, System.nanoTime() + nanos));
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /**
   * A message that waits for an attempt.
   *
   * @param due the instant on the clock of {@link System#nanoTime}
   */
  private record SmsJob(String sid, PostedForm message, int tries, long due) implements Delayed {

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
