package org.messgateway.gateway.exchange.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Ref;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server which threads have changed, and updates their copies. A thread counts as seen
 * only once its copy holds it, so that no failure loses a change. A changed thread is read once
 * more in the next turn, because the server writes a message and its status separately; a new
 * thread without an answer is not. Used by one thread.
 */
final class RemotePoll {

  private static final Logger log = LoggerFactory.getLogger(RemotePoll.class);

  /** A thread that ended longer ago than this, when it was first seen, is not copied. */
  private static final Duration OLD = Duration.ofDays(7);

  private final RemoteClient client;
  private final RemoteSync sync;
  private final RemoteCopy copy;
  private final RemoteCreation creation;
  private final DeletedThreads deletedThreads;
  private final InstantSource clock;
  private final Map<Ref, ListedThread> done = new HashMap<>();
  private final Set<Ref> again = new HashSet<>();
  private final Set<Ref> failing = new HashSet<>();
  private final FetchBackoff fetchBackoff = new FetchBackoff();
  private @Nullable String tag;
  private List<ListedThread> listed = List.of();

  RemotePoll(
      RemoteClient client,
      RemoteSync sync,
      RemoteCopy copy,
      RemoteCreation creation,
      DeletedThreads deletedThreads,
      InstantSource clock) {
    this.client = client;
    this.sync = sync;
    this.copy = copy;
    this.creation = creation;
    this.deletedThreads = deletedThreads;
    this.clock = clock;
  }

  /**
   * One turn.
   *
   * @return the longest failure of a single thread, while all others are updated
   * @throws RemoteException when the server fails
   */
  Optional<RemoteException> turn() throws RemoteException {
    Optional<RemoteClient.RemoteResponse> answer = client.list(tag);
    if (answer.isPresent()) {
      listed = RemoteThreads.list(answer.get().body()).reversed();
      tag = answer.get().tag();
      forgetWhatIsGone(answer.get().body());
    }
    for (ListedThread line : fetchBackoff.order(listed)) {
      if (again.contains(line.ref()) || !line.equals(done.get(line.ref()))) {
        check(line);
      }
    }
    deletedThreads.deleteMissing();
    return fetchBackoff.longest();
  }

  private void forgetWhatIsGone(JsonNode body) {
    Set<Ref> there = listed.stream().map(ListedThread::ref).collect(Collectors.toSet());
    done.keySet().retainAll(there);
    again.retainAll(there);
    failing.retainAll(there);
    fetchBackoff.retain(there);
    deletedThreads.listed(body, there);
  }

  private void check(ListedThread line) throws RemoteException {
    Ref ref = line.ref();
    if (done.get(ref) == null && needsNoCopy(line)) {
      done.put(ref, line);
      return;
    }
    try {
      Optional<ListedThread> held = copied(ref);
      if (held.isPresent()) {
        ListedThread before = done.put(ref, line);
        boolean changed = !line.equals(before) && !(before == null && untouched(held.get(), line));
        boolean _ = changed ? again.add(ref) : again.remove(ref);
      }
      failing.remove(ref);
      fetchBackoff.succeeded(ref);
    } catch (RemoteException e) {
      if (e.reason() == RemoteException.Reason.ABSENT) {
        fetchBackoff.succeeded(ref);
      } else {
        fetchBackoff.failed(ref, e);
      }
    } catch (RuntimeException e) {
      // An unexpected error in one thread must not stop the others.
      fetchBackoff.failed(ref, unexpectedError(e));
    } catch (IOException e) {
      // A thread whose copy cannot be written is tried again in each turn.
      if (failing.add(ref)) {
        log.warn("{} on the server has changed: {}", ref, e.getMessage());
      }
    }
  }

  private static RemoteException unexpectedError(RuntimeException e) {
    return new RemoteException(
        RemoteException.Reason.STRANGE,
        "its form is not understood (" + e.getClass().getSimpleName() + ")",
        "look at this task on the server",
        null,
        e);
  }

  /** Whether the copy covers a line, or the line needs no copy. */
  private boolean needsNoCopy(ListedThread line) {
    Optional<SyncState> syncState = copy.seen(line.ref());
    if (syncState.isPresent()) {
      return syncState.get().covers(line);
    }
    Instant updated = RemoteThreads.instant(line.updated());
    return line.means().ended() && updated.isBefore(clock.instant().minus(OLD));
  }

  /** A new task without an answer: no status can follow a message. */
  private static boolean untouched(ListedThread held, ListedThread line) {
    return held.equals(line) && held.means() == ThreadStatus.PENDING && held.executor() == null;
  }

  /** The server's thread when it was copied; empty while it has no request. */
  private Optional<ListedThread> copied(Ref ref) throws IOException {
    AtomicReference<Optional<ListedThread>> held = new AtomicReference<>(Optional.empty());
    creation.outside(() -> held.set(sync.update(ref)));
    return held.get();
  }
}
