package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.messgateway.adapter.sms.Outbox.Reply;
import org.messgateway.adapter.sms.TwilioCalls.Answer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends automatic answers as messages of their own: one request each and never again, one a second.
 * Used by one thread.
 */
final class Outbox implements Consumer<Reply>, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final long APART = Duration.ofSeconds(1).toNanos();

  private final TwilioCalls calls;
  private final CountDownLatch closed = new CountDownLatch(1);
  private long next = System.nanoTime();

  Outbox(TwilioCalls calls) {
    this.calls = calls;
  }

  @Override
  public void accept(Reply reply) {
    try {
      if (closed.await(next - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    next = System.nanoTime() + APART;
    if (calls.send(reply.to(), reply.text(), null, null) instanceof Answer.Failed<Message> failed) {
      LOG.warn("An answer to a message was not sent: {}.", TwilioCalls.reason(failed.outcome()));
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }

  /** What goes back to whom. */
  record Reply(String to, String text) {

    @Override
    public String toString() {
      return "Reply";
    }
  }
}
