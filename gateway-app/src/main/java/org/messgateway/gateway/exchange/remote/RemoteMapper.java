package org.messgateway.gateway.exchange.remote;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * Maps new messages of a server's thread to documents and an edit of the envelope. The server keeps
 * a status and a holder but no history: the messages show who changed what, and a change that no
 * message explains gets a document of its own.
 *
 * <p>The first claim in the server's order holds. A later claim of this gateway stays in the thread
 * as a document without effect.
 */
final class RemoteMapper {

  private static final String EXCHANGE = "exchange";

  private final RemoteThread thread;
  private final SyncState syncState;
  private final NewRemoteMessages fresh;
  private final List<byte[]> documents = new ArrayList<>();
  private ThreadStatus status;
  private @Nullable String executor;
  private EnvelopeEdit edit = EnvelopeEdit.NOTHING;

  /**
   * @param syncState state that the copy holds
   * @param status in the copy's envelope
   * @param executor in the copy's envelope
   */
  RemoteMapper(
      RemoteThread thread,
      OriginMac originMac,
      SyncState syncState,
      ThreadStatus status,
      @Nullable String executor) {
    this.thread = thread;
    this.syncState = syncState;
    this.fresh = new NewRemoteMessages(thread, originMac, syncState);
    this.status = status;
    this.executor = executor;
  }

  /** Maps the messages; called once. */
  RemoteMapper map() {
    ThreadStatus statusBefore = status;
    String executorBefore = executor;
    boolean moved = syncState.moved(thread.state());
    if (moved) {
      claimWithoutMessage();
    }
    Set<String> known = fresh.knownIds();
    for (RemoteThread.Message message : fresh.all()) {
      Optional<MessageOrigin> origin = fresh.origin(message).filter(each -> known.add(each.id()));
      origin.ifPresentOrElse(own -> addOwn(message, own), () -> addOther(message));
    }
    if (moved) {
      settle();
    }
    if (status != statusBefore) {
      edit = edit.status(status);
    }
    if (executor == null ? executorBefore != null : !executor.equals(executorBefore)) {
      edit = edit.executor(executor);
    }
    return this;
  }

  /** A status without a message: the server's holder made the first claim. */
  private void claimWithoutMessage() {
    String holder = thread.state().executor();
    if (holder == null
        || fresh.isGateway(holder)
        || holder.equals(executor)
        || holder.equals(syncState.executor())
        || !thread.state().means().taken()
        || fresh.claimedBy(holder)) {
      return;
    }
    if (status.taken()) {
      addRelease(updated().minusMillis(1));
    }
    documents.add(RemoteEntries.status(holder, updated(), thread.ref(), ThreadStatus.CLAIMED));
    addStatus(ThreadStatus.CLAIMED, holder, updated());
    executor = holder;
  }

  private void addOwn(RemoteThread.Message message, MessageOrigin origin) {
    String from = origin.from();
    Instant received = origin.received();
    if (from != null && received != null) {
      documents.add(RemoteEntries.document(from, received, origin.channel(), message));
    }
    if (!isLostClaim(origin)) {
      apply(origin.edit());
    }
  }

  private boolean isLostClaim(MessageOrigin origin) {
    String wants = RemoteEntries.assigned(origin.edit(), "executor").orElse(null);
    return wants != null
        && status.taken()
        && executor != null
        && !wants.equals(executor)
        && !executor.equals(origin.from());
  }

  private void apply(EnvelopeEdit change) {
    for (EnvelopeEdit.Assignment each : change.assignments()) {
      switch (each.key()) {
        case "status" ->
            status = Optional.ofNullable(each.value()).flatMap(ThreadStatus::of).orElse(status);
        case "executor" -> executor = each.value();
        case "updated" -> {}
        default -> edit = new EnvelopeEdit(with(edit.assignments(), each), edit.history());
      }
    }
    change.history().forEach(entry -> edit = edit.append(entry));
  }

  private static <T> List<T> with(List<T> list, T more) {
    List<T> all = new ArrayList<>(list);
    all.add(more);
    return all;
  }

  private void addOther(RemoteThread.Message message) {
    documents.add(RemoteEntries.document(message.actor(), message.at(), "api", message));
    for (ThreadStatus code : RemoteEntries.codes(message)) {
      said(code, message);
    }
  }

  private void said(ThreadStatus code, RemoteThread.Message message) {
    String actor = message.actor();
    if (code == ThreadStatus.CLAIMED) {
      if (!status.taken() && !status.ended()) {
        addStatus(code, actor, message.at());
        executor = actor;
      }
    } else if (code != ThreadStatus.PENDING
        && (code == thread.state().means() || actor.equals(executor))) {
      addStatus(code, actor, message.at());
    } else if (code == ThreadStatus.DECLINED || code == ThreadStatus.FAILED) {
      edit = edit.append(new HistoryEntry(code.code(), message.at(), actor, null));
    }
  }

  /** The server's state counts: a change that no message explains gets a document. */
  private void settle() {
    ThreadStatus now = thread.state().means();
    String holder = thread.state().executor();
    boolean ofGateway = holder != null && fresh.isGateway(holder);
    if (now == status || (now.taken() && ofGateway && status == ThreadStatus.PENDING)) {
      return;
    }
    if (now == ThreadStatus.PENDING) {
      addRelease(updated());
      return;
    }
    Optional<String> speaker = fresh.lastAuthor();
    String by = speaker.orElseGet(() -> silent(now, ofGateway ? null : holder));
    if (speaker.isEmpty()) {
      documents.add(RemoteEntries.status(by, updated(), thread.ref(), now));
    }
    addStatus(now, by, updated());
    if (now.taken() && holder != null && !ofGateway) {
      executor = holder;
    }
  }

  private String silent(ThreadStatus status, @Nullable String holder) {
    String requestor = thread.requestor();
    if (status == ThreadStatus.CANCELLED && requestor != null) {
      return requestor;
    }
    return holder == null ? EXCHANGE : holder;
  }

  private void addRelease(Instant at) {
    addStatus(ThreadStatus.PENDING, EXCHANGE, at);
    executor = null;
  }

  private void addStatus(ThreadStatus code, String by, Instant at) {
    status = code;
    edit = edit.append(new HistoryEntry(code.code(), at, by, null));
  }

  private Instant updated() {
    return RemoteThreads.instant(thread.state().updated());
  }

  /** New documents in order, without separators. */
  List<byte[]> documents() {
    return List.copyOf(documents);
  }

  /** Edit of the envelope, without the copy's own key. */
  EnvelopeEdit edit() {
    return edit;
  }

  ThreadStatus status() {
    return status;
  }

  /** State of the copy after the write. */
  SyncState seen() {
    return new SyncState(
        Math.max(syncState.messages(), thread.messages().size()),
        syncState.documents() + documents.size(),
        thread.state().status(),
        thread.state().executor(),
        thread.state().updated());
  }

  /** Envelope of a thread without a copy, keys in the order of the reference. */
  Map<String, @Nullable Object> envelope() {
    return RemoteEntries.envelope(thread, status, executor, edit, seen());
  }
}
