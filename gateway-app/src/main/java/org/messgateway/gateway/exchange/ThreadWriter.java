package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * Writes threads: history, messages, new threads, moves. Each kind of exchange implements this
 * interface; reading always uses a directory, the exchange's own or the copy of a remote one.
 *
 * <p>Each write happens under the thread's lock, starts from the current thread, becomes visible in
 * one step, and is durable where the thread lives before the method returns. Message documents are
 * never changed. Thread-safe.
 */
public interface ThreadWriter {

  /** Decides on the current thread what is added to it. */
  @FunctionalInterface
  interface Author {

    /**
     * Called again each time another program wrote first; must recognise a message that the thread
     * already holds.
     *
     * @return null to add nothing
     */
    @Nullable ThreadAddition on(MessThread thread);
  }

  /**
   * From now on history that waits goes with what else is written into its thread. Called once,
   * before the first write.
   */
  void carry(WaitingHistory history);

  /**
   * Creates a thread that any executor may claim; none when the thread has a ref of its own that
   * exists already.
   *
   * @return its unique ref
   */
  Ref create(NewThread thread) throws ExchangeWriteException;

  /**
   * Appends entries to a thread's history; folder, status and messages stay unchanged. Entries that
   * the history holds are not written again: the call may be repeated after a crash.
   */
  void appendHistory(Ref ref, List<HistoryEntry> entries) throws ExchangeWriteException;

  /**
   * Appends entries that are chosen from the current history.
   *
   * @param lacking from the current history to the entries to be added; may be called repeatedly
   */
  void appendHistory(Ref ref, Function<List<HistoryEntry>, List<HistoryEntry>> lacking)
      throws ExchangeWriteException;

  /**
   * Appends history of many threads with shared flushes. Blocks for the time the disk takes for all
   * of them.
   *
   * @param outcome called by any thread, once for each started update, when it is durable or
   *     failed; where it stops further updates, no more are started
   */
  default void appendHistories(List<HistoryUpdate> updates, HistoryUpdate.HistoryOutcome outcome) {
    new IndividualHistoryWriter(this, outcome).write(updates);
  }

  /**
   * Does work as the only writer of a thread among all gateways of this exchange; the work may call
   * other methods of this interface.
   *
   * @throws ExchangeWriteException when the lock was not free within 30 seconds; errors of the work
   *     pass through
   */
  <T extends @Nullable Object> T alone(Ref ref, ThreadLocks.Work<T> work) throws IOException;

  /**
   * The current thread.
   *
   * @throws ExchangeWriteException when it is absent or incomplete
   */
  LoadedThread read(Ref ref) throws ExchangeWriteException;

  /**
   * Adds what the author decides on the current thread, then moves the thread to the folder that
   * fits its status. A failed move is logged and finished by {@link #settle}.
   *
   * @return the thread after the write, with concurrent writes of others in the order that counts
   */
  LoadedThread write(Ref ref, Author author) throws ExchangeWriteException;

  /**
   * Adds attachments, on the disk before a document names them; a thread in one file becomes a
   * folder.
   *
   * @return their names, in order
   */
  List<String> attach(Ref ref, List<NewAttachment> attachments) throws ExchangeWriteException;

  /**
   * Appends a message, edits the envelope, and moves the thread to the folder that fits its status;
   * in this order, so that an interrupted call can be finished.
   *
   * @param message one document, without separators
   * @param change edit of the envelope
   */
  void append(Ref ref, byte[] message, EnvelopeEdit change) throws ExchangeWriteException;

  /** Moves a thread to the folder that fits its status; finishes an interrupted move. */
  void settle(Ref ref) throws ExchangeWriteException;
}
