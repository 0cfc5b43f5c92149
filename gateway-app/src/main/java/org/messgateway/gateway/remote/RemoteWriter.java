package org.messgateway.gateway.remote;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes threads of a server: each write is decided on the thread as the server has it now, sent,
 * and then read again, for the API knows no conditions: what others did in the same moment is seen
 * afterwards, and the server's order counts. What was sent with an unknown outcome is looked for
 * before it is sent again.
 */
final class RemoteWriter implements ThreadWriter {

  private static final Logger log = LoggerFactory.getLogger(RemoteWriter.class);

  private final RemoteClient client;
  private final Server server;
  private final Outgoing outgoing;
  private final Seal seal;
  private final ThreadWriter copy;
  private final Creation creation;
  private final Doubts doubts;

  RemoteWriter(
      RemoteClient client,
      Server server,
      Outgoing outgoing,
      Seal seal,
      ThreadWriter copy,
      Creation creation,
      Doubts doubts) {
    this.client = client;
    this.server = server;
    this.outgoing = outgoing;
    this.seal = seal;
    this.copy = copy;
    this.creation = creation;
    this.doubts = doubts;
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
                  : new Addition(null, new EnvelopeEdit(List.of(), missing));
            });
  }

  @Override
  public <T extends @Nullable Object> T alone(Ref ref, ThreadLocks.Work<T> work)
      throws IOException {
    return copy.alone(ref, work);
  }

  /** As the server has it; while that cannot be had, as it was last seen. */
  @Override
  public LoadedThread read(Ref ref) throws ExchangeWriteException {
    try {
      return server.fresh(ref);
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
      throw Server.away(ref, e);
    } catch (IOException e) {
      throw new ExchangeWriteException(
          Reason.FAILED, "Thread " + ref + " cannot be written: " + e.getMessage(), e);
    }
  }

  private LoadedThread written(Ref ref, Author author) throws IOException {
    LoadedThread now = server.fresh(ref);
    Addition addition = author.on(now.thread());
    if (addition == null) {
      doubts.end(ref);
      return now;
    }
    if (doubts.about(ref)) {
      throw inDoubt(ref, null);
    }
    return send(ref, outgoing.of(ref, addition));
  }

  private LoadedThread send(Ref ref, Outgoing.Patch patch) throws IOException {
    try {
      client.patch(ref, patch.body());
      RemoteThread after = server.thread(ref);
      return server.kept(stands(after, patch) ? after : sentAgain(ref, patch));
    } catch (RemoteException e) {
      if (e.reason() != RemoteException.Reason.UNCERTAIN) {
        throw e;
      }
      doubts.begin(ref);
      return found(ref, patch, e);
    }
  }

  /**
   * The server said that it has it and has it not: a write that had begun before ours undid it.
   *
   * @throws ExchangeWriteException when it does not stand there after that either; whoever wrote it
   *     tries again later
   */
  private RemoteThread sentAgain(Ref ref, Outgoing.Patch patch) throws IOException {
    log.warn("What was written to {} was undone by another in the same moment: once more.", ref);
    client.patch(ref, patch.body());
    RemoteThread after = server.thread(ref);
    if (!stands(after, patch)) {
      throw new ExchangeWriteException(
          Reason.AWAY,
          "Thread " + ref + " was written to twice, and the server kept it neither time",
          null);
    }
    return after;
  }

  private boolean stands(RemoteThread thread, Outgoing.Patch patch) {
    return thread.messages().stream()
        .anyMatch(message ->
            seal.open(thread.ref(), message)
                .filter(said -> said.id().equals(patch.id()))
                .isPresent());
  }

  /** An answer that was lost is no reason to say it twice. */
  private LoadedThread found(Ref ref, Outgoing.Patch patch, RemoteException lost)
      throws IOException {
    RemoteThread thread = server.thread(ref);
    if (!stands(thread, patch)) {
      throw inDoubt(ref, lost);
    }
    doubts.end(ref);
    return server.kept(thread);
  }

  private static ExchangeWriteException inDoubt(Ref ref, @Nullable Throwable cause) {
    return new ExchangeWriteException(
        Reason.AWAY,
        "Thread "
            + ref
            + " was written to and nobody knows whether it arrived: it is looked for before it is"
            + " sent again",
        cause);
  }

  /** Beside the copy; they go to the server inside the message that names them. */
  @Override
  public List<String> attach(Ref ref, List<NewAttachment> attachments)
      throws ExchangeWriteException {
    return copy.attach(ref, attachments);
  }

  @Override
  public void append(Ref ref, byte[] message, EnvelopeEdit change) throws ExchangeWriteException {
    LoadedThread _ = write(ref, _ -> new Addition(message, change));
  }

  /** There are no folders on the server. */
  @Override
  public void settle(Ref ref) throws ExchangeWriteException {
    copy.settle(ref);
  }
}
