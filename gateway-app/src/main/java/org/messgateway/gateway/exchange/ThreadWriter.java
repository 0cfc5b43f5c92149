package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * Writes threads: history, messages, new threads, moves. Each write is done under that thread's
 * lock, made from the thread as it stands, visible in one step, and on the disk before the method
 * returns. Message documents are never changed. May be used by any number of threads.
 */
public final class ThreadWriter {

  private static final int TRIES = 5;

  /** Files may keep seconds only. */
  private static final Duration SAME_TIME = Duration.ofSeconds(1);

  private final ExchangeDirectory exchange;
  private final ThreadLoader loader;
  private final CopyWriter copies;
  private final ThreadCreation creation;
  private final ThreadMove move;
  private final ThreadLocks locks;

  ThreadWriter(
      ExchangeDirectory exchange,
      ThreadLoader loader,
      CopyWriter copies,
      ThreadCreation creation,
      ThreadMove move,
      ThreadLocks locks) {
    this.exchange = exchange;
    this.loader = loader;
    this.copies = copies;
    this.creation = creation;
    this.move = move;
    this.locks = locks;
  }

  /**
   * Creates a thread in {@code state=received/}.
   *
   * @return its ref, which nobody else got
   */
  public Ref create(NewThread thread) throws ExchangeWriteException {
    try {
      return creation.create(thread);
    } catch (IOException e) {
      throw ExchangeWriteException.of(exchange.root(), e);
    }
  }

  /**
   * Adds entries to a thread's history; its folder, status and messages stay as they are. Entries
   * that stand there already are not written twice, so that this may be repeated after a crash.
   */
  public void appendHistory(Ref ref, List<HistoryEntry> entries) throws ExchangeWriteException {
    locked(ref, () -> untilDone(ref, thread -> appendHistory(thread, entries)));
  }

  /**
   * Adds to a thread's history what it lacks, decided on the history as it stands when it is
   * written; otherwise as the other.
   *
   * @param lacking from the history there is to the entries to be added; may be asked repeatedly
   */
  public void appendHistory(Ref ref, Function<List<HistoryEntry>, List<HistoryEntry>> lacking)
      throws ExchangeWriteException {
    locked(
        ref,
        () ->
            untilDone(
                ref,
                thread ->
                    appendHistory(thread, lacking.apply(thread.thread().envelope().history()))));
  }

  private boolean appendHistory(LoadedThread thread, List<HistoryEntry> entries)
      throws IOException {
    List<HistoryEntry> missing =
        entries.stream().filter(entry -> !recorded(thread, entry)).toList();
    return missing.isEmpty()
        || copies.changeHead(thread, new EnvelopeEdit(List.of(), missing), null);
  }

  private static boolean recorded(LoadedThread thread, HistoryEntry entry) {
    return thread.thread().envelope().history().stream().anyMatch(old -> same(old, entry));
  }

  private static boolean same(HistoryEntry one, HistoryEntry other) {
    return one.action().equals(other.action())
        && Objects.equals(one.by(), other.by())
        && Objects.equals(one.note(), other.note())
        && sameTime(one.at(), other.at());
  }

  private static boolean sameTime(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return Objects.equals(one, other);
    }
    return Duration.between(one, other).abs().compareTo(SAME_TIME) < 0;
  }

  /**
   * Adds a message to a thread, changes its envelope, and moves it to the folder that then fits its
   * status; in this order, so that what is cut off can be finished.
   *
   * @param message one document, without separators
   * @param change of the envelope that goes with it
   */
  public void append(Ref ref, byte[] message, EnvelopeEdit change) throws ExchangeWriteException {
    locked(
        ref,
        () -> {
          place(ref, message, change);
          untilDone(ref, move::toItsFolder);
        });
  }

  private void place(Ref ref, byte[] message, EnvelopeEdit change) throws IOException {
    if (copies.overflows(complete(ref), message)) {
      untilDone(ref, thread -> copies.overflow(thread, message));
      untilDone(ref, thread -> copies.changeHead(thread, change, null));
    } else {
      untilDone(ref, thread -> copies.changeHead(thread, change, message));
    }
  }

  /** Moves a thread to the folder that fits its status: finishes a move that was cut off. */
  public void settle(Ref ref) throws ExchangeWriteException {
    locked(ref, () -> untilDone(ref, move::toItsFolder));
  }

  /** One try on the thread as it stands; false when it had changed meanwhile. */
  @FunctionalInterface
  private interface Try {
    boolean on(LoadedThread thread) throws IOException;
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private void untilDone(Ref ref, Try work) throws IOException {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      if (work.on(complete(ref))) {
        return;
      }
    }
    throw new ExchangeWriteException(
        Reason.BUSY, "Thread " + ref + " is being changed by others all the time", null);
  }

  private void locked(Ref ref, Work work) throws ExchangeWriteException {
    try {
      locks.<@Nullable Void>under(
          ref,
          () -> {
            work.run();
            return null;
          });
    } catch (IOException e) {
      throw ExchangeWriteException.of(exchange.root().resolve(ref.value()), e);
    }
  }

  private LoadedThread complete(Ref ref) throws ExchangeWriteException {
    return switch (loader.load(ref)) {
      case ThreadLook.Complete(LoadedThread thread) -> thread;
      case ThreadLook.Incomplete(String reason, Duration _) ->
          throw new ExchangeWriteException(
              Reason.NOT_WHOLE, "Thread " + ref + " is not whole just now: " + reason, null);
      case ThreadLook.Unreadable unreadable ->
          throw new ExchangeWriteException(
              Reason.NOT_WHOLE, "Nothing is written into " + unreadable.text(), null);
      case ThreadLook.Absent() ->
          throw new ExchangeWriteException(Reason.ABSENT, "Thread " + ref + " not found", null);
    };
  }
}
