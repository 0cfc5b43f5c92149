package org.messgateway.gateway.exchange;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * Entries to be added to one thread's history, and a message of the exchange.
 *
 * @param read the thread as it was read recently: unchanged, it is not read again; null when it
 *     must be read
 * @param lacking from the current history to the entries to be added; may be called repeatedly
 * @param message a message document that goes with them, such as a missing acknowledgement
 */
public record HistoryUpdate(
    Ref ref,
    @Nullable LoadedThread read,
    Function<List<HistoryEntry>, List<HistoryEntry>> lacking,
    ThreadMessages message) {

  /** From the current thread to a message that it lacks. */
  @FunctionalInterface
  public interface ThreadMessages {

    /** Null where it lacks none. */
    byte @Nullable [] lacking(MessThread thread);
  }

  /** An update of history alone. */
  public HistoryUpdate(
      Ref ref,
      @Nullable LoadedThread read,
      Function<List<HistoryEntry>, List<HistoryEntry>> lacking) {
    this(ref, read, lacking, _ -> null);
  }

  /**
   * What the current thread lacks of it.
   *
   * @return null where it has all
   */
  public @Nullable ThreadAddition addition(MessThread thread) {
    List<HistoryEntry> entries = lacking.apply(thread.envelope().history());
    byte[] document = message.lacking(thread);
    return entries.isEmpty() && document == null
        ? null
        : new ThreadAddition(document, new EnvelopeEdit(List.of(), entries));
  }

  /** Receives the outcome of updates; thread-safe. */
  public interface HistoryOutcome {

    /** The thread's history is on the disk. */
    void written(Ref ref);

    /**
     * The history could not be written.
     *
     * @return whether further updates should be tried
     */
    boolean failed(Ref ref, ExchangeWriteException failure);
  }
}
