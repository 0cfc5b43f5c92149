package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.HistoryUpdate;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.WaitingHistory;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.read.ThreadLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes threads of a directory on this machine. */
public final class LocalWriter implements ThreadWriter {

  private static final Logger log = LoggerFactory.getLogger(LocalWriter.class);

  private static final int TRIES = 6;

  /** Reads of a thread that is not whole: 200 ms at most. */
  private static final int MOST_READS = 10;

  private static final Duration BETWEEN_READS = Duration.ofMillis(20);

  /** A history may hold times in seconds only. */
  private static final Duration SAME_TIME = Duration.ofSeconds(1);

  private final ExchangeDirectory exchange;
  private final ThreadLoader loader;
  private final ThreadCopyWriter copies;
  private final FileReplacement replacement;
  private final DiskFlush disk;
  private final ThreadCreation creation;
  private final ThreadMove move;
  private final FolderConversion folders;
  private final ThreadLocks locks;
  private volatile WaitingHistory waiting = WaitingHistory.NONE;

  public LocalWriter(
      ExchangeDirectory exchange,
      ThreadLoader loader,
      ThreadCopyWriter copies,
      FileReplacement replacement,
      DiskFlush disk,
      ThreadCreation creation,
      ThreadMove move,
      FolderConversion folders,
      ThreadLocks locks) {
    this.exchange = exchange;
    this.loader = loader;
    this.copies = copies;
    this.replacement = replacement;
    this.disk = disk;
    this.creation = creation;
    this.move = move;
    this.folders = folders;
    this.locks = locks;
  }

  @Override
  public void carry(WaitingHistory history) {
    waiting = history;
  }

  @Override
  public Ref create(NewThread thread) throws ExchangeWriteException {
    try {
      return creation.create(thread);
    } catch (IOException e) {
      throw ExchangeWriteException.of(exchange.root(), e);
    }
  }

  @Override
  public void appendHistory(Ref ref, List<HistoryEntry> entries) throws ExchangeWriteException {
    locked(ref, () -> retry(ref, thread -> appendHistory(thread, entries)));
  }

  @Override
  public void appendHistory(Ref ref, Function<List<HistoryEntry>, List<HistoryEntry>> lacking)
      throws ExchangeWriteException {
    locked(ref, () -> retry(ref, thread -> addLacking(thread, lacking)));
  }

  @Override
  public void appendHistories(List<HistoryUpdate> updates, HistoryUpdate.HistoryOutcome outcome) {
    new BatchHistoryWriter(this, copies, replacement, disk, locks, outcome).write(updates);
  }

  private boolean addLacking(
      LoadedThread thread, Function<List<HistoryEntry>, List<HistoryEntry>> lacking)
      throws IOException {
    return appendHistory(thread, lacking.apply(thread.thread().envelope().history()));
  }

  private boolean appendHistory(LoadedThread thread, List<HistoryEntry> entries)
      throws IOException {
    List<HistoryEntry> missing = missing(thread, entries);
    return missing.isEmpty()
        || copies.editFirstFile(thread, new EnvelopeEdit(List.of(), missing), null);
  }

  /** Entries that the thread's history lacks. */
  static List<HistoryEntry> missing(LoadedThread thread, List<HistoryEntry> entries) {
    List<HistoryEntry> missing = new ArrayList<>(entries.size());
    for (HistoryEntry entry : entries) {
      if (!recorded(thread, entry)) {
        missing.add(entry);
      }
    }
    return missing;
  }

  private static boolean recorded(LoadedThread thread, HistoryEntry entry) {
    for (HistoryEntry old : thread.thread().envelope().history()) {
      if (same(old, entry)) {
        return true;
      }
    }
    return false;
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

  @Override
  public <T extends @Nullable Object> T alone(Ref ref, ThreadLocks.Work<T> work)
      throws IOException {
    return locks.under(ref, work);
  }

  @Override
  public LoadedThread read(Ref ref) throws ExchangeWriteException {
    return complete(ref);
  }

  @Override
  public LoadedThread write(Ref ref, Author author) throws ExchangeWriteException {
    try {
      return locks.under(ref, () -> writtenAndRead(ref, author));
    } catch (IOException e) {
      throw refusal(ref, e);
    }
  }

  /** Under one lock to its end: a reading between two renames of others would look torn. */
  private LoadedThread writtenAndRead(Ref ref, Author author) throws IOException {
    retry(ref, thread -> write(thread, author));
    LoadedThread written = complete(ref);
    if (written.location().fits(written.thread().envelope().status())) {
      return written;
    }
    try {
      settle(ref);
    } catch (ExchangeWriteException e) {
      log.warn("{} is written and could not be moved: {}", ref, e.getMessage());
    }
    return complete(ref);
  }

  private boolean write(LoadedThread thread, Author author) throws IOException {
    ThreadAddition addition = author.on(thread.thread());
    if (addition == null) {
      return true;
    }
    byte[] message = addition.message();
    if (message != null && copies.needsFolder(thread, message)) {
      boolean _ = folders.convert(thread);
      return false;
    }
    if (message != null && copies.needsOverflowFile(thread, message)) {
      // The envelope follows in the next try, when the author finds the message in the thread.
      boolean _ = copies.appendToOverflow(thread, message);
      return false;
    }
    WaitingHistory.Portion portion = waiting.of(thread.ref());
    EnvelopeEdit change = WaitingHistory.carrying(portion, thread.thread(), addition.change());
    boolean written = copies.editFirstFile(thread, change, message);
    if (written && portion != null) {
      portion.written();
    }
    return written;
  }

  @Override
  public List<String> attach(Ref ref, List<NewAttachment> attachments)
      throws ExchangeWriteException {
    List<String> names = new ArrayList<>();
    if (!attachments.isEmpty()) {
      locked(
          ref,
          () -> {
            retry(
                ref,
                thread ->
                    thread.location().layout() == ThreadLayout.DIRECTORY
                        || folders.convert(thread));
            for (NewAttachment attachment : attachments) {
              retry(ref, thread -> copies.attach(thread, attachment).map(names::add).orElse(false));
            }
          });
    }
    return names;
  }

  @Override
  public void append(Ref ref, byte[] message, EnvelopeEdit change) throws ExchangeWriteException {
    locked(
        ref,
        () -> {
          appendMessage(ref, message, change);
          retry(ref, move::toItsFolder);
        });
  }

  private void appendMessage(Ref ref, byte[] message, EnvelopeEdit change) throws IOException {
    if (copies.needsOverflowFile(complete(ref), message)) {
      retry(ref, thread -> copies.appendToOverflow(thread, message));
      retry(ref, thread -> copies.editFirstFile(thread, change, null));
    } else {
      retry(ref, thread -> copies.editFirstFile(thread, change, message));
    }
  }

  @Override
  public void settle(Ref ref) throws ExchangeWriteException {
    locked(ref, () -> retry(ref, move::toItsFolder));
  }

  /** One try on the current thread; false when the thread changed meanwhile. */
  @FunctionalInterface
  private interface Try {
    boolean on(LoadedThread thread) throws IOException;
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private void retry(Ref ref, Try work) throws IOException {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      LoadedThread thread = complete(ref);
      if (thread.location().stateFolder().inArchive()) {
        // Nothing is written there: whoever writes takes it out, and it goes back in its time.
        move.toStateFolder(thread);
      } else if (work.on(thread)) {
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
      throw refusal(ref, e);
    }
  }

  /** Meaning of an error of the system. An absent exchange is not the fault of one thread. */
  ExchangeWriteException refusal(Ref ref, IOException e) {
    return exchange.present()
        ? ExchangeWriteException.of(exchange.root().resolve(ref.value()), e)
        : new ExchangeWriteException(
            Reason.AWAY,
            "The exchange %s is not there: mount it, or correct its path."
                .formatted(exchange.root()),
            e);
  }

  private LoadedThread complete(Ref ref) throws ExchangeWriteException {
    ThreadReadResult read = loader.search(ref);
    // Other programs take no lock, nor does every reader here: what is whole in a moment is not
    // refused.
    for (int again = 0;
        again < MOST_READS && read instanceof ThreadReadResult.Incomplete;
        again++) {
      LockSupport.parkNanos(BETWEEN_READS.toNanos());
      read = loader.search(ref);
    }
    return switch (read) {
      case ThreadReadResult.Complete(LoadedThread thread) -> thread;
      case ThreadReadResult.Incomplete(String reason, Duration _) ->
          throw new ExchangeWriteException(
              Reason.NOT_WHOLE, "Thread " + ref + " is not whole just now: " + reason, null);
      case ThreadReadResult.Unreadable unreadable ->
          throw new ExchangeWriteException(
              Reason.NOT_WHOLE, "Nothing is written into " + unreadable.text(), null);
      case ThreadReadResult.Absent() ->
          throw new ExchangeWriteException(Reason.ABSENT, "Thread " + ref + " not found", null);
    };
  }
}
