package org.messgateway.gateway.remote;

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
 * Retells what is new of a server's thread as documents and as a change of the envelope. The server
 * keeps a status and a holder but no history: who changed what is read off the messages, and what
 * no message explains is told by a document of its own.
 *
 * <p>The first claim in the server's order holds. A claim of ours that came second stays in the
 * thread as a document and changes nothing.
 */
final class Retelling {

  private static final String EXCHANGE = "exchange";

  private final RemoteThread thread;
  private final Seen seen;
  private final FreshMessages fresh;
  private final List<byte[]> documents = new ArrayList<>();
  private ThreadStatus status;
  private @Nullable String executor;
  private EnvelopeEdit edit = EnvelopeEdit.NOTHING;

  /**
   * @param seen what the copy holds already
   * @param status what its envelope says now
   * @param executor who has it, as its envelope says now
   */
  Retelling(
      RemoteThread thread, Seal seal, Seen seen, ThreadStatus status, @Nullable String executor) {
    this.thread = thread;
    this.seen = seen;
    this.fresh = new FreshMessages(thread, seal, seen);
    this.status = status;
    this.executor = executor;
  }

  /** Tells it; once. */
  Retelling tell() {
    ThreadStatus statusBefore = status;
    String executorBefore = executor;
    boolean moved = seen.moved(thread.state());
    if (moved) {
      claimedWithoutAWord();
    }
    Set<String> known = fresh.knownIds();
    for (RemoteThread.Message message : fresh.all()) {
      Optional<Said> said = fresh.ours(message).filter(each -> known.add(each.id()));
      said.ifPresentOrElse(ours -> ours(message, ours), () -> theirs(message));
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

  /** Somebody set the status and said nothing: the server's holder is the first who claimed. */
  private void claimedWithoutAWord() {
    String holder = thread.state().executor();
    if (holder == null
        || fresh.isGateway(holder)
        || holder.equals(executor)
        || holder.equals(seen.executor())
        || !thread.state().means().taken()
        || fresh.claimedBy(holder)) {
      return;
    }
    if (status.taken()) {
      freed(updated().minusMillis(1));
    }
    documents.add(Entries.status(holder, updated(), thread.ref(), ThreadStatus.CLAIMED));
    becomes(ThreadStatus.CLAIMED, holder, updated());
    executor = holder;
  }

  private void ours(RemoteThread.Message message, Said said) {
    String from = said.from();
    Instant received = said.received();
    if (from != null && received != null) {
      documents.add(Entries.document(from, received, said.channel(), message));
    }
    if (!lost(said)) {
      apply(said.edit());
    }
  }

  private boolean lost(Said said) {
    String wants = Entries.assigned(said.edit(), "executor").orElse(null);
    return wants != null
        && status.taken()
        && executor != null
        && !wants.equals(executor)
        && !executor.equals(said.from());
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

  private void theirs(RemoteThread.Message message) {
    documents.add(Entries.document(message.actor(), message.at(), "api", message));
    for (ThreadStatus code : Entries.codes(message)) {
      said(code, message);
    }
  }

  private void said(ThreadStatus code, RemoteThread.Message message) {
    String actor = message.actor();
    if (code == ThreadStatus.CLAIMED) {
      if (!status.taken() && !status.ended()) {
        becomes(code, actor, message.at());
        executor = actor;
      }
    } else if (code != ThreadStatus.PENDING
        && (code == thread.state().means() || actor.equals(executor))) {
      becomes(code, actor, message.at());
    } else if (code == ThreadStatus.DECLINED || code == ThreadStatus.FAILED) {
      edit = edit.append(new HistoryEntry(code.code(), message.at(), actor, null));
    }
  }

  /** The server's state decides: what no message said is said now. */
  private void settle() {
    ThreadStatus now = thread.state().means();
    String holder = thread.state().executor();
    boolean ofGateway = holder != null && fresh.isGateway(holder);
    if (now == status || (now.taken() && ofGateway && status == ThreadStatus.PENDING)) {
      return;
    }
    if (now == ThreadStatus.PENDING) {
      freed(updated());
      return;
    }
    Optional<String> speaker = fresh.speaker();
    String by = speaker.orElseGet(() -> silent(now, ofGateway ? null : holder));
    if (speaker.isEmpty()) {
      documents.add(Entries.status(by, updated(), thread.ref(), now));
    }
    becomes(now, by, updated());
    if (now.taken() && holder != null && !ofGateway) {
      executor = holder;
    }
  }

  private String silent(ThreadStatus now, @Nullable String holder) {
    String requestor = thread.requestor();
    if (now == ThreadStatus.CANCELLED && requestor != null) {
      return requestor;
    }
    return holder == null ? EXCHANGE : holder;
  }

  private void freed(Instant at) {
    becomes(ThreadStatus.PENDING, EXCHANGE, at);
    executor = null;
  }

  private void becomes(ThreadStatus code, String by, Instant at) {
    status = code;
    edit = edit.append(new HistoryEntry(code.code(), at, by, null));
  }

  private Instant updated() {
    return RemoteThreads.instant(thread.state().updated());
  }

  /** What is to be added, in order; each without separators. */
  List<byte[]> documents() {
    return List.copyOf(documents);
  }

  /** What changes in the envelope, but for what is kept about the copy itself. */
  EnvelopeEdit edit() {
    return edit;
  }

  ThreadStatus status() {
    return status;
  }

  /** How much is held once this is written. */
  Seen seen() {
    return new Seen(
        Math.max(seen.messages(), thread.messages().size()),
        seen.documents() + documents.size(),
        thread.state().status(),
        thread.state().executor(),
        thread.state().updated());
  }

  /** The envelope of a thread of which there is no copy yet, keys in the reference's order. */
  Map<String, @Nullable Object> envelope() {
    return Entries.envelope(thread, status, executor, edit, seen());
  }
}
