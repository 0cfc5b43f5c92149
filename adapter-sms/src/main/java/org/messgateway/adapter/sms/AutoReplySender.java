package org.messgateway.adapter.sms;

import com.twilio.rest.api.v2010.account.Message;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.messgateway.adapter.sms.AutoReplySender.AutoReply;
import org.messgateway.adapter.sms.TwilioApi.TwilioAnswer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends automatic answers as messages of their own: one request each without retries, one per
 * second. Not thread-safe.
 */
final class AutoReplySender implements Consumer<AutoReply>, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AutoReplySender.class);
  private static final long APART = Duration.ofSeconds(1).toNanos();

  private final TwilioApi calls;
  private final CountDownLatch closed = new CountDownLatch(1);
  private long next = System.nanoTime();

  AutoReplySender(TwilioApi calls) {
    this.calls = calls;
  }

  @Override
  public void accept(AutoReply reply) {
    try {
      if (closed.await(next - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    next = System.nanoTime() + APART;
    if (calls.send(reply.to(), reply.text(), null, null)
        instanceof TwilioAnswer.Failed<Message> failed) {
      LOG.warn("An answer to a message was not sent: {}.", TwilioApi.reason(failed.outcome()));
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }

  /** An answer to a number. */
  record AutoReply(String to, String text) {

    @Override
    public String toString() {
      return "Reply";
    }
  }
}
