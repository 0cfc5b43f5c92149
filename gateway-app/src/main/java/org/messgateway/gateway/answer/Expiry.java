package org.messgateway.gateway.answer;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;

/**
 * Says in the exchange's name that a deadline passed while nobody had the task. Source: protocol
 * §4.2, DESIGN §5; no other open status ever expires by the gateway's hand.
 */
public final class Expiry {

  private static final String EXCHANGE = "exchange";

  private final ThreadWriter writer;
  private final InstantSource clock;

  public Expiry(ThreadWriter writer, InstantSource clock) {
    this.writer = writer;
    this.clock = clock;
  }

  /** Whether a deadline may end it: pending, or blocked with nobody having it. */
  public static boolean mayExpire(Envelope envelope) {
    return switch (envelope.status()) {
      case PENDING -> true;
      case WAITING, HELD -> envelope.executor() == null;
      case CLAIMED,
          IN_PROGRESS,
          NEEDS_INPUT,
          NEEDS_CONFIRMATION,
          RETRYING,
          COMPLETED,
          PARTIAL,
          FAILED,
          DECLINED,
          CANCELLED,
          EXPIRED,
          DELEGATED,
          SUPERSEDED ->
          false;
    };
  }

  /**
   * Ends a thread whose deadline has passed, unless somebody took it meanwhile; doing it again
   * changes nothing.
   *
   * @param deadline that passed
   * @return the thread as it stands now
   */
  public LoadedThread expire(Ref ref, Instant deadline) throws ExchangeWriteException {
    return writer.write(ref, thread -> addition(thread, deadline));
  }

  private @Nullable Addition addition(MessThread thread, Instant deadline) {
    if (!mayExpire(thread.envelope()) || Holders.of(thread) != null) {
      return null;
    }
    Instant now = clock.instant();
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING
            .status(ThreadStatus.EXPIRED)
            .updated(now)
            .append(new HistoryEntry(ThreadStatus.EXPIRED.code(), now, EXCHANGE, null));
    // The message goes to an overflow file first where there is one; then only this is left to do.
    return new Addition(said(thread) ? null : message(thread, deadline, now), edit);
  }

  private static boolean said(MessThread thread) {
    return thread.messages().stream()
        .filter(message -> EXCHANGE.equals(message.from()))
        .map(Expiry::lastStatus)
        .anyMatch(status -> status == ThreadStatus.EXPIRED);
  }

  private static @Nullable ThreadStatus lastStatus(ThreadMessage message) {
    List<Payload.Status> statuses = message.payloads(Payload.Status.class);
    return statuses.isEmpty() ? null : statuses.getLast().status();
  }

  private static byte[] message(MessThread thread, Instant deadline, Instant now) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("re", new References(thread).own());
    status.put("code", ThreadStatus.EXPIRED.code());
    status.put("expired_at", deadline);
    status.put("stage", stage(thread.envelope().status()));
    return MessageWriter.message(EXCHANGE, now, null, List.of(Map.of("status", status)));
  }

  /** The protocol's word for a thread that nobody has claimed is {@code received}. */
  private static String stage(ThreadStatus status) {
    return status == ThreadStatus.PENDING ? Codes.RECEIVED : status.code();
  }
}
