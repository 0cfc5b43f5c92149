package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.ops.ActiveTroubles;
import org.messgateway.gateway.ops.Trouble;
import org.messgateway.gateway.ops.TroubleCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports a thread that reaches nobody: in the log, to the operators, and to the agent by a message
 * of the exchange in the thread. Each sentence stands in a thread once.
 */
public final class UnroutableReporter {

  private static final Logger log = LoggerFactory.getLogger(UnroutableReporter.class);

  private final ThreadWriter writer;
  private final ActiveTroubles troubles;
  private final InstantSource clock;

  public UnroutableReporter(ThreadWriter writer, ActiveTroubles troubles, InstantSource clock) {
    this.writer = writer;
    this.troubles = troubles;
    this.clock = clock;
  }

  /**
   * Reports a thread.
   *
   * @param problem why nobody, or nobody more, can be told
   */
  void report(LoadedThread loaded, String problem) {
    log.warn("{}: {}", loaded.ref(), problem);
    troubles.report(
        new Trouble(
            TroubleCause.NOBODY,
            "",
            "A task reaches nobody (%s): %s".formatted(loaded.ref(), problem),
            "see: explain " + loaded.ref()));
    try {
      writer.write(loaded.ref(), thread -> addition(thread, problem));
    } catch (ExchangeWriteException e) {
      log.warn("{}: this could not be written into it: {}", loaded.ref(), e.getMessage());
    }
  }

  private @Nullable ThreadAddition addition(MessThread thread, String problem) {
    boolean written =
        thread.envelope().history().stream().anyMatch(entry -> problem.equals(entry.note()));
    if (written) {
      return null;
    }
    Instant now = clock.instant();
    HistoryEntry entry =
        new HistoryEntry(HistoryEntry.DISPATCH_FAILED, now, DispatchHistory.BY, problem);
    return new ThreadAddition(message(thread, problem, now), EnvelopeEdit.NOTHING.append(entry));
  }

  /** {@code received} is the exchange's own code and moves nothing (protocol §4.2). */
  private static byte[] message(MessThread thread, String problem, Instant now) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put(
        "re", thread.envelope().clientId() == null ? thread.ref() : thread.envelope().clientId());
    status.put("code", "received");
    status.put("message", problem);
    return MessageWriter.message(DispatchHistory.BY, now, null, List.of(Map.of("status", status)));
  }
}
