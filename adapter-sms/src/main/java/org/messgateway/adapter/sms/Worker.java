package org.messgateway.adapter.sms;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.messgateway.adapter.sms.Outbox.Reply;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works through messages that were kept: one after the other, on a thread of its own, again and
 * again until each is heard, also after a restart.
 */
final class Worker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /** What waits beyond this is on the disk and comes at the next start. */
  private static final int MOST_WAITING = 1_000;

  private static final int MOST_TRIES = 50;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final Ear ear;
  private final Hearing hearing;
  private final Replies replies;
  private final Consumer<Reply> outbox;
  private final Duration pause;
  private final DelayQueue<Job> jobs = new DelayQueue<>();
  private final Thread thread;

  /**
   * Makes one that is not started.
   *
   * @param outbox sends an answer; returns when it is gone
   * @param pause before the second try; later ones wait longer
   */
  Worker(Ear ear, Hearing hearing, Replies replies, Consumer<Reply> outbox, Duration pause) {
    this.ear = ear;
    this.hearing = hearing;
    this.replies = replies;
    this.outbox = outbox;
    this.pause = pause;
    this.thread = Thread.ofVirtual().name("sms-messages").unstarted(this::run);
  }

  void start() {
    takeOver(ear.kept());
    thread.start();
  }

  /** Works through what was kept by a process that is gone. */
  void takeOver(List<Ear.Kept> left) {
    left.forEach(kept -> again(kept.id(), Form.parse(kept.event())));
  }

  /**
   * Keeps a message on the disk and works on it soon.
   *
   * @return false when it was taken before, by whichever way
   */
  boolean take(String sid, Form message) throws EarException {
    boolean fresh = ear.keep(sid, message.bytes());
    if (fresh) {
      again(sid, message);
    }
    return fresh;
  }

  /** Works on a message that was kept. */
  void again(String sid, Form message) {
    add(new Job(sid, message, 1, System.nanoTime()));
  }

  private void add(Job job) {
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

  private void work(Job job) {
    try {
      Optional<Sms> sms = Sms.of(job.message());
      if (sms.isEmpty()) {
        ear.done(job.sid());
        return;
      }
      Heard heard = hearing.hear(sms.get());
      // Before the answer: one that is lost bothers nobody, one that comes twice does.
      ear.done(job.sid());
      replies
          .to(sms.get(), heard)
          .ifPresent(text -> outbox.accept(new Reply(sms.get().from(), text)));
    } catch (EarException | IOException | RuntimeException e) {
      later(job, e);
    }
  }

  private void later(Job job, Exception reason) {
    String why = reason.getClass().getSimpleName();
    if (job.tries() >= MOST_TRIES) {
      LOG.error("Message {} cannot be read ({}); it is tried at the next start.", job.sid(), why);
      return;
    }
    LOG.warn("Message {} cannot be read now ({}); it is tried again.", job.sid(), why);
    Duration wait = pause.multipliedBy(job.tries());
    long nanos = (wait.compareTo(LONGEST_PAUSE) < 0 ? wait : LONGEST_PAUSE).toNanos();
    add(new Job(job.sid(), job.message(), job.tries() + 1, System.nanoTime() + nanos));
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /**
   * One message to be read.
   *
   * @param due by the clock of {@link System#nanoTime}
   */
  private record Job(String sid, Form message, int tries, long due) implements Delayed {

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
