package org.messgateway.gateway.reconcile;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.protocol.Generation;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Sha256;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadRow.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that were deleted and made anew under their ref, as other tasks. The new task gets a
 * generation of its own, so that it is told under new ids, and what is known of the old one stays
 * apart from it. Thread-safe. Source: docs/rules.md#generations.
 */
public final class ReusedRefs {

  private static final Logger log = LoggerFactory.getLogger(ReusedRefs.class);
  private static final int DIGEST_BYTES = 16;

  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final InstantSource clock;

  public ReusedRefs(DeliveryQueue queue, ThreadWriter writer, InstantSource clock) {
    this.queue = queue;
    this.writer = writer;
    this.clock = clock;
  }

  /** What tells a thread's task from others under the same ref. */
  public static Origin origin(MessThread thread) {
    return new Origin(Generation.of(thread), Generation.created(thread), digest(thread.intent()));
  }

  /** Programs that rewrite a thread fold its lines elsewhere. */
  private static String digest(String intent) {
    byte[] words = unfolded(intent.strip()).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(Sha256.fresh().digest(words), 0, DIGEST_BYTES);
  }

  /** With one space wherever white space stands. */
  private static String unfolded(String intent) {
    for (int i = 0; i < intent.length(); i++) {
      char at = intent.charAt(i);
      boolean odd = at < ' ' || (at == ' ' && intent.charAt(i + 1) == ' ');
      if (odd) {
        return String.join(" ", intent.split("\\s+"));
      }
    }
    return intent;
  }

  /**
   * Whether a thread is another task than the one that the row knows. A time of creation of its own
   * makes it one. Other words alone are an editor's correction, unless the thread was gone in
   * between, or no entry of its history is the exchange's any more.
   */
  public static boolean isAnother(LoadedThread loaded, ThreadRow row) {
    Origin known = row.origin();
    Origin now = origin(loaded.thread());
    if (known.intent() == null || !loaded.otherCopies().isEmpty()) {
      return false;
    }
    return now.generation() > known.generation()
        || createdApart(known.created(), now.created())
        || (!known.intent().equals(now.intent())
            && (MissingThreads.GONE.equals(row.problem())
                || Generation.untouched(loaded.thread())));
  }

  /**
   * Whether a thread is a later task than the one for which something was handed out.
   *
   * @param row of the thread's ref
   * @param handedOut when that was
   */
  public static boolean isAfter(LoadedThread loaded, Optional<ThreadRow> row, Instant handedOut) {
    return Generation.of(loaded.thread()) > handedOut.toEpochMilli()
        || row.filter(known -> isAnother(loaded, known)).isPresent();
  }

  /** Programs that rewrite a thread cut times to whole seconds. */
  private static boolean createdApart(@Nullable Instant known, @Nullable Instant now) {
    return known != null
        && now != null
        && !known.equals(now)
        && !known.truncatedTo(ChronoUnit.SECONDS).equals(now)
        && !now.truncatedTo(ChronoUnit.SECONDS).equals(known);
  }

  /**
   * Gives another task its generation, and sets apart what is known of the one before. A crash in
   * between leaves a thread that is found to be another once more.
   *
   * @throws ExchangeWriteException when the thread cannot be written now
   */
  void begin(LoadedThread loaded, ThreadRow row) throws ExchangeWriteException {
    mark(loaded, Math.max(clock.millis(), row.origin().generation() + 1), row);
    OptionalInt withdrawn = queue.retireThread(row, MissingThreads.GONE);
    if (withdrawn.isPresent()) {
      log.info(
          "{} was deleted and made anew: it is another task, and told as such. Of the one before,"
              + " {} queued deliveries are withdrawn.",
          loaded.ref(),
          withdrawn.getAsInt());
    }
  }

  /**
   * Whether the generation was written away by a program that had read the thread before; it is
   * there again then.
   */
  boolean restored(LoadedThread loaded, ThreadRow row) throws ExchangeWriteException {
    long known = row.origin().generation();
    if (Generation.of(loaded.thread()) >= known) {
      return false;
    }
    mark(loaded, known, row);
    return Generation.of(writer.read(loaded.ref()).thread()) >= known;
  }

  private void mark(LoadedThread loaded, long generation, ThreadRow row)
      throws ExchangeWriteException {
    writer.appendHistory(
        loaded.ref(),
        history ->
            Generation.in(history) > row.origin().generation()
                    || Generation.in(history) == generation
                ? List.of()
                : List.of(Generation.entry(generation, Instant.ofEpochMilli(clock.millis()))));
  }
}
