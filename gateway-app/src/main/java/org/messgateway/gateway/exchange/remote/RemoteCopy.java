package org.messgateway.gateway.exchange.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copy of a remote exchange on this machine: a local exchange that only this class writes. A
 * thread is updated in one step, so that no reader sees a part of a change. Thread-safe.
 */
final class RemoteCopy {

  private static final Logger log = LoggerFactory.getLogger(RemoteCopy.class);

  private final Exchange exchange;
  private final ThreadWriter writer;
  private final OriginMac originMac;
  private final RemoteFiles files;
  private volatile ExchangeListener listener = _ -> {};

  RemoteCopy(Exchange exchange, OriginMac originMac, RemoteFiles files) {
    this.exchange = exchange;
    this.writer = exchange.writer();
    this.originMac = originMac;
    this.files = files;
  }

  /** Receives changes: the copy's watcher does not report writes of this class. */
  void setListener(ExchangeListener newListener) {
    listener = newListener;
  }

  /** Writer of the copy, for changes that the server holds. */
  ThreadWriter writer() {
    return writer;
  }

  /** The copy of a thread; empty when it is absent or cannot be read now. */
  Optional<SyncState> seen(Ref ref) {
    return exchange.loader().load(ref).complete().map(SyncState::of);
  }

  /** A text of the copy's envelope; empty where there is none, or no copy. */
  Optional<String> value(Ref ref, String key) {
    return exchange.loader().load(ref).complete().flatMap(copy -> SyncState.value(copy, key));
  }

  /** All threads with a copy. */
  Set<Ref> refs() throws IOException {
    Set<Ref> refs = new HashSet<>();
    exchange.scanner().scan(sighting -> refs.add(sighting.location().ref()));
    return refs;
  }

  /** Deletes the copy of a thread that the server has deleted. */
  void remove(Ref ref) throws IOException {
    writer.<@Nullable Void>alone(
        ref,
        () -> {
          exchange.remove(ref);
          return null;
        });
    listener.changed(Set.of(ref));
  }

  /**
   * Updates a thread.
   *
   * @return whether the copy holds the thread; false while the server's thread has no request
   * @throws ExchangeWriteException when the copy cannot be written
   * @throws RemoteException when the server does not return an attachment, or the request cannot be
   *     read
   */
  boolean update(RemoteThread thread) throws ExchangeWriteException, RemoteException {
    Ref ref = thread.ref();
    try {
      return writer.alone(
          ref,
          () ->
              switch (exchange.loader().load(ref)) {
                case ThreadReadResult.Absent() -> begun(thread);
                case ThreadReadResult.Complete(LoadedThread copy) when isAnother(thread, copy) -> {
                  log.info("{} was deleted on the server and made anew there.", ref);
                  exchange.remove(ref);
                  yield begun(thread);
                }
                case ThreadReadResult.Complete(LoadedThread copy) -> updateExisting(thread, copy);
                case ThreadReadResult.Incomplete incomplete ->
                    throw notWhole(ref, incomplete.reason());
                case ThreadReadResult.Unreadable unreadable ->
                    throw notWhole(ref, unreadable.text());
              });
    } catch (ExchangeWriteException | RemoteException e) {
      throw e;
    } catch (IOException e) {
      throw new ExchangeWriteException(
          ExchangeWriteException.Reason.FAILED, "The copy of " + ref + " cannot be written", e);
    }
  }

  /**
   * A server that counts its refs gives that of a deleted thread once more. Its time of creation
   * stands in history; the envelope has that of the agent.
   */
  private static boolean isAnother(RemoteThread thread, LoadedThread copy) {
    return copy.thread().envelope().history().stream()
        .filter(entry -> entry.action().equals(HistoryEntry.CREATED))
        .flatMap(entry -> Stream.ofNullable(entry.at()))
        .findFirst()
        .filter(Instant.EPOCH::isBefore)
        .filter(known -> thread.created().isAfter(Instant.EPOCH))
        .filter(known -> !known.truncatedTo(SECONDS).equals(thread.created().truncatedTo(SECONDS)))
        .isPresent();
  }

  private static ExchangeWriteException notWhole(Ref ref, String reason) {
    return new ExchangeWriteException(
        ExchangeWriteException.Reason.NOT_WHOLE,
        "The copy of " + ref + " is not whole just now: " + reason,
        null);
  }

  private boolean begun(RemoteThread thread) throws IOException {
    if (thread.messages().stream().noneMatch(RemoteEntries::hasIntent)) {
      return hasUnreadableRequest(thread);
    }
    RemoteMapper mapper =
        new RemoteMapper(thread, originMac, SyncState.NOTHING, ThreadStatus.PENDING, null).map();
    byte[] envelope = YamlWriter.write(mapper.envelope()).getBytes(UTF_8);
    byte[] documents = MessageWriter.append(envelope, joined(mapper.documents()));
    Map<String, byte[]> beside = files.named(thread);
    Instant updated = RemoteThreads.instant(thread.state().updated());
    boolean put =
        exchange.put(
            thread.ref(), mapper.status().folder(), new CopiedThread(documents, beside, updated));
    listener.changed(Set.of(thread.ref()));
    return put;
  }

  /**
   * A new thread and its request are two writes on the server; an unreadable request stays
   * unreadable.
   */
  private static boolean hasUnreadableRequest(RemoteThread thread) throws RemoteException {
    if (thread.messages().stream().noneMatch(RemoteEntries::holdsRequest)) {
      return false;
    }
    throw new RemoteException(
        RemoteException.Reason.LACKING,
        "its request has no intent in words",
        "write what is to be done as a text, or cancel the task; all others go on",
        null,
        null);
  }

  /** A new thread of the copy. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
  private record CopiedThread(byte[] content, Map<String, byte[]> beside, Instant updated)
      implements NewThread {

    /** Keeps the server's time, so that an old thread is not taken for a new one. */
    @Override
    public Optional<Instant> modified() {
      return Optional.of(updated);
    }

    @Override
    public byte[] documents(Ref ref) {
      return content;
    }

    @Override
    public Map<String, byte[]> attachments(Ref ref) {
      return new HashMap<>(beside);
    }
  }

  private boolean updateExisting(RemoteThread thread, LoadedThread copy)
      throws ExchangeWriteException {
    SyncState syncState = SyncState.of(copy);
    if (thread.messages().size() < syncState.messages()) {
      log.warn(
          "{} has fewer messages on the server than it had. Was the server set back? What was said"
              + " stays in the copy.",
          thread.ref());
    }
    RemoteMapper mapper =
        new RemoteMapper(
                thread,
                originMac,
                syncState,
                copy.thread().envelope().status(),
                copy.thread().envelope().executor())
            .map();
    if (!mapper.seen().equals(syncState)) {
      List<byte[]> lacking = lacking(copy, syncState, mapper);
      int before = copy.thread().messages().size();
      LoadedThread _ =
          writer.write(
              thread.ref(),
              current ->
                  addition(current.messages().size() > before ? List.of() : lacking, mapper));
      listener.changed(Set.of(thread.ref()));
    }
    return true;
  }

  /**
   * New documents that the copy lacks: it has some where a crash, or a full disk, interrupted an
   * update after them. They are compared, not counted, since the server may have more by now, and a
   * message may explain what had got a document of its own.
   */
  private static List<byte[]> lacking(LoadedThread copy, SyncState syncState, RemoteMapper mapper) {
    List<ByteBuffer> there = new ArrayList<>();
    copy.parsed().messages().stream()
        .skip(Math.max(0, syncState.documents()))
        .forEach(document -> there.add(ByteBuffer.wrap(document.bytes())));
    return mapper.documents().stream()
        .filter(document -> !there.remove(ByteBuffer.wrap(document)))
        .toList();
  }

  /** The rest of an update. */
  private static ThreadAddition addition(List<byte[]> documents, RemoteMapper mapper) {
    EnvelopeEdit edit = mapper.edit();
    List<EnvelopeEdit.Assignment> set = new ArrayList<>(edit.assignments());
    set.add(new EnvelopeEdit.Assignment("updated", mapper.seen().updated()));
    set.add(new EnvelopeEdit.Assignment(SyncState.KEY, mapper.seen().text()));
    byte @Nullable [] message = documents.isEmpty() ? null : joined(documents);
    return new ThreadAddition(message, new EnvelopeEdit(set, edit.history()));
  }

  private static byte[] joined(List<byte[]> documents) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] document : documents) {
      if (out.size() > 0) {
        out.writeBytes(MessageWriter.SEPARATOR.getBytes(UTF_8));
      }
      out.writeBytes(document);
    }
    return out.toByteArray();
  }
}
