package org.messgateway.gateway;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.trouble.Cause;
import org.messgateway.gateway.trouble.Trouble;
import org.messgateway.gateway.trouble.TroubleBook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells that a thread reaches nobody: in the log, to the operators, and in the thread itself, by a
 * message of the exchange, so that the agent knows too. Each sentence once.
 */
final class ThreadTrouble {

  private static final Logger log = LoggerFactory.getLogger(ThreadTrouble.class);

  private final ThreadWriter writer;
  private final TroubleBook book;
  private final InstantSource clock;

  ThreadTrouble(ThreadWriter writer, TroubleBook book, InstantSource clock) {
    this.writer = writer;
    this.book = book;
    this.clock = clock;
  }

  /**
   * Tells it.
   *
   * @param problem why nobody, or nobody more, can be told
   */
  void tell(LoadedThread loaded, String problem) {
    log.warn("{}: {}", loaded.ref(), problem);
    book.report(
        new Trouble(
            Cause.NOBODY,
            "",
            "A task reaches nobody (%s): %s".formatted(loaded.ref(), problem),
            "see: explain " + loaded.ref()));
    try {
      writer.write(loaded.ref(), thread -> addition(thread, problem));
    } catch (ExchangeWriteException e) {
      log.warn("{}: this could not be written into it: {}", loaded.ref(), e.getMessage());
    }
  }

  private @Nullable Addition addition(MessThread thread, String problem) {
    boolean told =
        thread.envelope().history().stream().anyMatch(entry -> problem.equals(entry.note()));
    if (told) {
      return null;
    }
    Instant now = clock.instant();
    HistoryEntry entry =
        new HistoryEntry(HistoryEntry.DISPATCH_FAILED, now, DispatchNotes.BY, problem);
    return new Addition(message(thread, problem, now), EnvelopeEdit.NOTHING.append(entry));
  }

  /** {@code received} is the exchange's own code and moves nothing (protocol §4.2). */
  private static byte[] message(MessThread thread, String problem, Instant now) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put(
        "re", thread.envelope().clientId() == null ? thread.ref() : thread.envelope().clientId());
    status.put("code", "received");
    status.put("message", problem);
    return MessageWriter.message(DispatchNotes.BY, now, null, List.of(Map.of("status", status)));
  }
}
