package org.messgateway.gateway.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Addition;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copy of a remote exchange on this machine: an exchange like any other, into which only this
 * writes. A thread is brought up to date in one step, so that nobody reads half of what happened.
 * Safe for all threads.
 */
final class RemoteCopy {

  private static final Logger log = LoggerFactory.getLogger(RemoteCopy.class);

  private final Exchange exchange;
  private final ThreadWriter writer;
  private final Seal seal;
  private final RemoteFiles files;
  private volatile ExchangeListener listener = _ -> {};

  RemoteCopy(Exchange exchange, Seal seal, RemoteFiles files) {
    this.exchange = exchange;
    this.writer = exchange.writer();
    this.seal = seal;
    this.files = files;
  }

  /** Who is told what has changed: the copy's watcher takes our writes for the gateway's own. */
  void tell(ExchangeListener told) {
    listener = told;
  }

  /** Writes into the copy alone, for what the server has already. */
  ThreadWriter writer() {
    return writer;
  }

  /** What the copy holds of a thread; empty when there is none, or it cannot be read now. */
  Optional<Seen> seen(Ref ref) {
    return exchange.loader().load(ref) instanceof ThreadLook.Complete complete
        ? Optional.of(Seen.of(complete.thread()))
        : Optional.empty();
  }

  /** All that it has copies of. */
  Set<Ref> refs() throws IOException {
    Set<Ref> refs = new HashSet<>();
    exchange.scanner().scan(sighting -> refs.add(sighting.place().ref()));
    return refs;
  }

  /** Removes the copy of what is not on the server any more. */
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
   * Brings a thread up to date.
   *
   * @return whether the copy holds it now; false while the server has no request in it yet
   * @throws ExchangeWriteException when the copy cannot be written
   * @throws RemoteException when the server does not hand out what is new of it, or nobody can tell
   *     what it asks for
   */
  boolean update(RemoteThread thread) throws ExchangeWriteException, RemoteException {
    Ref ref = thread.ref();
    try {
      return writer.alone(
          ref,
          () ->
              switch (exchange.loader().load(ref)) {
                case ThreadLook.Absent() -> begun(thread);
                case ThreadLook.Complete(LoadedThread copy) -> grown(thread, copy);
                case ThreadLook.Incomplete incomplete -> throw notWhole(ref, incomplete.reason());
                case ThreadLook.Unreadable unreadable -> throw notWhole(ref, unreadable.text());
              });
    } catch (ExchangeWriteException | RemoteException e) {
      throw e;
    } catch (IOException e) {
      throw new ExchangeWriteException(
          ExchangeWriteException.Reason.FAILED, "The copy of " + ref + " cannot be written", e);
    }
  }

  private static ExchangeWriteException notWhole(Ref ref, String reason) {
    return new ExchangeWriteException(
        ExchangeWriteException.Reason.NOT_WHOLE,
        "The copy of " + ref + " is not whole just now: " + reason,
        null);
  }

  private boolean begun(RemoteThread thread) throws IOException {
    if (thread.messages().stream().noneMatch(Entries::asks)) {
      return unasked(thread);
    }
    Retelling told = new Retelling(thread, seal, Seen.NOTHING, ThreadStatus.PENDING, null).tell();
    byte[] envelope = YamlWriter.write(told.envelope()).getBytes(UTF_8);
    byte[] documents = MessageWriter.append(envelope, joined(told.documents()));
    Map<String, byte[]> beside = files.named(thread);
    Instant updated = RemoteThreads.instant(thread.state().updated());
    boolean put =
        exchange.put(thread.ref(), told.status().folder(), new Whole(documents, beside, updated));
    listener.changed(Set.of(thread.ref()));
    return put;
  }

  /** A new thread and its request are two writes; a request that nobody can read stays so. */
  private static boolean unasked(RemoteThread thread) throws RemoteException {
    if (thread.messages().stream().noneMatch(Entries::requests)) {
      return false;
    }
    throw new RemoteException(
        RemoteException.Reason.LACKING,
        "its request has no intent in words",
        "write what is to be done as a text, or cancel the task; all others go on",
        null,
        null);
  }

  /** A thread that is put there as it is. */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
  private record Whole(byte[] content, Map<String, byte[]> beside, Instant updated)
      implements NewThread {

    /** What is old there is not to wake everybody because it is new here. */
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

  private boolean grown(RemoteThread thread, LoadedThread copy) throws ExchangeWriteException {
    Seen seen = Seen.of(copy);
    if (thread.messages().size() < seen.messages()) {
      log.warn(
          "{} has fewer messages on the server than it had. Was the server set back? What was said"
              + " stays in the copy.",
          thread.ref());
    }
    Retelling told =
        new Retelling(
                thread,
                seal,
                seen,
                copy.thread().envelope().status(),
                copy.thread().envelope().executor())
            .tell();
    if (!told.seen().equals(seen)) {
      LoadedThread _ =
          writer.write(thread.ref(), current -> addition(current.messages().size(), seen, told));
      listener.changed(Set.of(thread.ref()));
    }
    return true;
  }

  /** What a crash, or a full file, had cut off after the documents is finished. */
  private static Addition addition(int documents, Seen seen, Retelling told) {
    boolean there = documents > seen.documents() || told.documents().isEmpty();
    EnvelopeEdit edit = told.edit();
    List<EnvelopeEdit.Assignment> set = new ArrayList<>(edit.assignments());
    set.add(new EnvelopeEdit.Assignment("updated", told.seen().updated()));
    set.add(new EnvelopeEdit.Assignment(Seen.KEY, told.seen().text()));
    byte @Nullable [] message = there ? null : joined(told.documents());
    return new Addition(message, new EnvelopeEdit(set, edit.history()));
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
