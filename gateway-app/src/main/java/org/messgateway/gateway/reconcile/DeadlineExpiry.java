package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.ThreadReferences;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.StatusCodes;

/**
 * Ends a thread, in the exchange's name, whose deadline passed while it was free, or while it was
 * blocked or put aside, whoever has it. The gateway ends no thread in any other status. Source:
 * protocol §4.2 and §9, docs/rules.md#when.
 */
public final class DeadlineExpiry {

  private final ThreadWriter writer;
  private final InstantSource clock;

  public DeadlineExpiry(ThreadWriter writer, InstantSource clock) {
    this.writer = writer;
    this.clock = clock;
  }

  /** Whether a passed deadline ends a thread of that status: free, blocked or put aside. */
  public static boolean mayExpire(ThreadStatus status) {
    return switch (status) {
      case PENDING, WAITING, HELD -> true;
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
   * Ends a thread, unless somebody is at work on it meanwhile. A second call changes nothing.
   *
   * @param deadline that passed
   * @return the thread as it stands now
   */
  public LoadedThread expire(Ref ref, Instant deadline) throws ExchangeWriteException {
    return writer.write(ref, thread -> addition(thread, deadline));
  }

  private @Nullable ThreadAddition addition(MessThread thread, Instant deadline) {
    if (!mayExpire(Conversation.of(thread).status())) {
      return null;
    }
    Instant now = clock.instant();
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING
            .status(ThreadStatus.EXPIRED)
            .updated(now)
            .append(
                new HistoryEntry(ThreadStatus.EXPIRED.code(), now, Conversation.EXCHANGE, null));
    // A crash may have left the message in an overflow file: then only the envelope is edited.
    return new ThreadAddition(isWritten(thread) ? null : message(thread, deadline, now), edit);
  }

  private static boolean isWritten(MessThread thread) {
    return thread.messages().stream()
        .filter(message -> Conversation.EXCHANGE.equals(message.from()))
        .map(DeadlineExpiry::lastStatus)
        .anyMatch(status -> status == ThreadStatus.EXPIRED);
  }

  private static @Nullable ThreadStatus lastStatus(ThreadMessage message) {
    List<Payload.Status> statuses = message.payloads(Payload.Status.class);
    return statuses.isEmpty() ? null : statuses.getLast().status();
  }

  private static byte[] message(MessThread thread, Instant deadline, Instant now) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("re", new ThreadReferences(thread).own());
    status.put("code", ThreadStatus.EXPIRED.code());
    status.put("expired_at", deadline);
    status.put("stage", stage(thread.envelope().status()));
    return MessageWriter.message(
        Conversation.EXCHANGE, now, null, List.of(Map.of("status", status)));
  }

  /** The protocol's word for a thread that nobody has claimed is {@code received}. */
  private static String stage(ThreadStatus status) {
    return status == ThreadStatus.PENDING ? StatusCodes.RECEIVED : status.code();
  }
}
