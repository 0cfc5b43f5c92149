package org.messgateway.gateway.exchange.remote;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.WaitingHistory;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes threads of a server. Each write is decided on the server's current thread, sent, and
 * checked by reading the thread again, because the API has no conditional writes: the server's
 * order of concurrent writes counts. A message that claims and goes on is sent in two steps ({@link
 * ClaimStep}), the second decided on the thread after the first. A message whose outcome is unknown
 * is searched on the server before it is sent again.
 */
final class RemoteWriter implements ThreadWriter {

  private static final Logger log = LoggerFactory.getLogger(RemoteWriter.class);

  private final RemoteClient client;
  private final RemoteSync sync;
  private final OutgoingMessages outgoing;
  private final OriginMac originMac;
  private final ThreadWriter copy;
  private final RemoteCreation creation;
  private final UncertainWrites uncertainWrites;
  private volatile WaitingHistory waiting = WaitingHistory.NONE;

  RemoteWriter(
      RemoteClient client,
      RemoteSync sync,
      OutgoingMessages outgoing,
      OriginMac originMac,
      ThreadWriter copy,
      RemoteCreation creation,
      UncertainWrites uncertainWrites) {
    this.client = client;
    this.sync = sync;
    this.outgoing = outgoing;
    this.originMac = originMac;
    this.copy = copy;
    this.creation = creation;
    this.uncertainWrites = uncertainWrites;
  }

  @Override
  public void carry(WaitingHistory history) {
    waiting = history;
  }

  @Override
  public Ref create(NewThread thread) throws ExchangeWriteException {
    return creation.create(thread);
  }

  @Override
  public void appendHistory(Ref ref, List<HistoryEntry> entries) throws ExchangeWriteException {
    appendHistory(
        ref, before -> entries.stream().filter(entry -> !before.contains(entry)).toList());
  }

  @Override
  public void appendHistory(Ref ref, Function<List<HistoryEntry>, List<HistoryEntry>> lacking)
      throws ExchangeWriteException {
    LoadedThread _ =
        write(
            ref,
            thread -> {
              List<HistoryEntry> missing = lacking.apply(thread.envelope().history());
              return missing.isEmpty()
                  ? null
                  : new ThreadAddition(null, new EnvelopeEdit(List.of(), missing));
            });
  }

  @Override
  public <T extends @Nullable Object> T alone(Ref ref, ThreadLocks.Work<T> work)
      throws IOException {
    return copy.alone(ref, work);
  }

  /** The server's thread; the copy while the server does not answer. */
  @Override
  public LoadedThread read(Ref ref) throws ExchangeWriteException {
    try {
      return sync.current(ref);
    } catch (ExchangeWriteException e) {
      if (e.reason() == Reason.ABSENT) {
        throw e;
      }
      return copy.read(ref);
    }
  }

  @Override
  public LoadedThread write(Ref ref, Author author) throws ExchangeWriteException {
    try {
      return copy.alone(ref, () -> written(ref, author));
    } catch (ExchangeWriteException e) {
      throw e;
    } catch (RemoteException e) {
      throw RemoteSync.writeFailure(ref, e);
    } catch (IOException e) {
      throw new ExchangeWriteException(
          Reason.FAILED, "Thread " + ref + " cannot be written: " + e.getMessage(), e);
    }
  }

  private LoadedThread written(Ref ref, Author author) throws IOException {
    LoadedThread now = sync.current(ref);
    ThreadAddition addition = author.on(now.thread());
    if (addition == null) {
      uncertainWrites.end(ref);
      return now;
    }
    if (uncertainWrites.contains(ref)) {
      throw outcomeUnknown(ref, null);
    }
    Optional<ThreadAddition> claim = ClaimStep.of(ref, addition);
    if (claim.isPresent()) {
      now = send(now, claim.get());
      addition = author.on(now.thread());
      if (addition == null) {
        return now;
      }
    }
    return send(now, ClaimStep.rest(now.thread(), addition));
  }

  /** With history that waits. */
  private LoadedThread send(LoadedThread now, ThreadAddition addition) throws IOException {
    Ref ref = now.ref();
    WaitingHistory.Portion portion = waiting.of(ref);
    EnvelopeEdit change = WaitingHistory.carrying(portion, now.thread(), addition.change());
    LoadedThread sent = send(ref, outgoing.of(ref, new ThreadAddition(addition.message(), change)));
    if (portion != null) {
      portion.written();
    }
    return sent;
  }

  private LoadedThread send(Ref ref, OutgoingMessages.Patch patch) throws IOException {
    try {
      client.patch(ref, patch.body());
      RemoteThread after = sync.thread(ref);
      return sync.updateCopy(isOnServer(after, patch) ? after : sendAgain(ref, patch));
    } catch (RemoteException e) {
      if (e.reason() != RemoteException.Reason.UNCERTAIN) {
        throw e;
      }
      uncertainWrites.begin(ref);
      return found(ref, patch, e);
    }
  }

  /**
   * Repeats a message that the server confirmed and does not hold: an earlier concurrent write
   * undid it.
   *
   * @throws ExchangeWriteException when the server does not hold it after that either; the caller
   *     tries again later
   */
  private RemoteThread sendAgain(Ref ref, OutgoingMessages.Patch patch) throws IOException {
    log.warn("What was written to {} was undone by another in the same moment: once more.", ref);
    client.patch(ref, patch.body());
    RemoteThread after = sync.thread(ref);
    if (!isOnServer(after, patch)) {
      throw new ExchangeWriteException(
          Reason.FAILED,
          "Thread " + ref + " was written to twice, and the server kept it neither time",
          null);
    }
    return after;
  }

  private boolean isOnServer(RemoteThread thread, OutgoingMessages.Patch patch) {
    return thread.messages().stream()
        .anyMatch(message ->
            originMac
                .open(thread.ref(), message)
                .filter(messageOrigin -> messageOrigin.id().equals(patch.id()))
                .isPresent());
  }

  /** A lost answer must not lead to a second message. */
  private LoadedThread found(Ref ref, OutgoingMessages.Patch patch, RemoteException lost)
      throws IOException {
    RemoteThread thread = sync.thread(ref);
    if (!isOnServer(thread, patch)) {
      throw outcomeUnknown(ref, lost);
    }
    uncertainWrites.end(ref);
    return sync.updateCopy(thread);
  }

  private static ExchangeWriteException outcomeUnknown(Ref ref, @Nullable Throwable cause) {
    return new ExchangeWriteException(
        Reason.FAILED,
        "Thread "
            + ref
            + " was written to and nobody knows whether it arrived: it is looked for before it is"
            + " sent again",
        cause);
  }

  /** Adds attachments to the copy; the server gets them inside the message that names them. */
  @Override
  public List<String> attach(Ref ref, List<NewAttachment> attachments)
      throws ExchangeWriteException {
    return copy.attach(ref, attachments);
  }

  @Override
  public void append(Ref ref, byte[] message, EnvelopeEdit change) throws ExchangeWriteException {
    LoadedThread _ = write(ref, _ -> new ThreadAddition(message, change));
  }

  /** A server has no state folders. */
  @Override
  public void settle(Ref ref) throws ExchangeWriteException {
    copy.settle(ref);
  }
}
