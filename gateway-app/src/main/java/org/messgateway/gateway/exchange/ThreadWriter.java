package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * Writes threads: history, messages, new threads, moves. This is what a kind of exchange must be
 * able to do; all else is read from a directory, an exchange's own or the copy kept of one.
 *
 * <p>Each write is done under that thread's lock, made from the thread as it stands, visible in one
 * step, and safe where the thread lives before the method returns. Message documents are never
 * changed. May be used by any number of threads.
 */
public interface ThreadWriter {

  /** Decides on a thread as it stands what is added to it. */
  @FunctionalInterface
  interface Author {

    /**
     * Asked anew each time somebody else was faster; a message that already stands there must be
     * recognised.
     *
     * @return null for nothing
     */
    @Nullable Addition on(MessThread thread);
  }

  /**
   * Creates a thread, free to be claimed.
   *
   * @return its ref, which nobody else got
   */
  Ref create(NewThread thread) throws ExchangeWriteException;

  /**
   * Adds entries to a thread's history; its folder, status and messages stay as they are. Entries
   * that stand there already are not written twice, so that this may be repeated after a crash.
   */
  void appendHistory(Ref ref, List<HistoryEntry> entries) throws ExchangeWriteException;

  /**
   * Adds to a thread's history what it lacks, decided on the history as it stands when it is
   * written; otherwise as the other.
   *
   * @param lacking from the history there is to the entries to be added; may be asked repeatedly
   */
  void appendHistory(Ref ref, Function<List<HistoryEntry>, List<HistoryEntry>> lacking)
      throws ExchangeWriteException;

  /**
   * The same for many threads, whose flushes are shared: for what may wait for others. Blocks for
   * as long as the disk takes for all of them.
   *
   * @param outcome told of each, by any thread, when it is safe; where it says that others are not
   *     to be tried, nothing further is begun, and it is not told of what was not begun
   */
  default void appendHistories(List<HistoryWish> wishes, HistoryWish.Outcome outcome) {
    new HistoryApart(this, outcome).write(wishes);
  }

  /**
   * Does something as the only one of all gateways of this exchange who writes that thread; other
   * methods of this class may be called within.
   *
   * @throws ExchangeWriteException when its turn did not come within half a minute, and whatever
   *     the work throws
   */
  <T extends @Nullable Object> T alone(Ref ref, ThreadLocks.Work<T> work) throws IOException;

  /**
   * The thread as it stands, whole.
   *
   * @throws ExchangeWriteException when it is absent, or not whole just now
   */
  LoadedThread read(Ref ref) throws ExchangeWriteException;

  /**
   * Adds what is decided on the thread as it stands, then moves it to the folder that fits its
   * status; a move that fails is told in the log and finished by {@link #settle}.
   *
   * @return the thread as it stands afterwards: where somebody wrote in the same moment, with what
   *     they wrote, in the order that counts
   */
  LoadedThread write(Ref ref, Author author) throws ExchangeWriteException;

  /**
   * Puts files beside a thread's documents, on the disk before anything names them; a thread that
   * is one file becomes a folder.
   *
   * @return their names there, in order
   */
  List<String> attach(Ref ref, List<NewAttachment> attachments) throws ExchangeWriteException;

  /**
   * Adds a message to a thread, changes its envelope, and moves it to the folder that then fits its
   * status; in this order, so that what is cut off can be finished.
   *
   * @param message one document, without separators
   * @param change of the envelope that goes with it
   */
  void append(Ref ref, byte[] message, EnvelopeEdit change) throws ExchangeWriteException;

  /** Moves a thread to the folder that fits its status: finishes a move that was cut off. */
  void settle(Ref ref) throws ExchangeWriteException;
}
