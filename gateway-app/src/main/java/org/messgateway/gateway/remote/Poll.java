package org.messgateway.gateway.remote;

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
 * Asks the server which threads have changed and brings their copies up to date. A thread counts as
 * seen only when its copy holds it, so nothing is lost to a failure in between; one that changed is
 * looked at once more the next time, for the server writes a message and its status one after the
 * other; not so a new one of which nobody has said anything. Used by one thread.
 */
final class Poll {

  private static final Logger log = LoggerFactory.getLogger(Poll.class);

  /** What had ended longer ago when it was first seen is nobody's business any more. */
  private static final Duration OLD = Duration.ofDays(7);

  private final RemoteClient client;
  private final Server server;
  private final RemoteCopy copy;
  private final Creation creation;
  private final Vanished vanished;
  private final InstantSource clock;
  private final Map<Ref, ListedThread> done = new HashMap<>();
  private final Set<Ref> again = new HashSet<>();
  private final Set<Ref> failing = new HashSet<>();
  private final Setbacks setbacks = new Setbacks();
  private @Nullable String tag;
  private List<ListedThread> listed = List.of();

  Poll(
      RemoteClient client,
      Server server,
      RemoteCopy copy,
      Creation creation,
      Vanished vanished,
      InstantSource clock) {
    this.client = client;
    this.server = server;
    this.copy = copy;
    this.creation = creation;
    this.vanished = vanished;
    this.clock = clock;
  }

  /**
   * One turn.
   *
   * @return what is wrong with a single thread there, while all others go on; the one that lasts
   *     longest
   * @throws RemoteException when the server does not answer as it should
   */
  Optional<RemoteException> turn() throws RemoteException {
    Optional<RemoteClient.Answer> answer = client.list(tag);
    if (answer.isPresent()) {
      listed = RemoteThreads.list(answer.get().body()).reversed();
      tag = answer.get().tag();
      forgetWhatIsGone(answer.get().body());
    }
    for (ListedThread line : setbacks.order(listed)) {
      if (again.contains(line.ref()) || !line.equals(done.get(line.ref()))) {
        look(line);
      }
    }
    vanished.look();
    return setbacks.longest();
  }

  private void forgetWhatIsGone(JsonNode body) {
    Set<Ref> there = listed.stream().map(ListedThread::ref).collect(Collectors.toSet());
    done.keySet().retainAll(there);
    again.retainAll(there);
    failing.retainAll(there);
    setbacks.retain(there);
    vanished.listed(body, there);
  }

  private void look(ListedThread line) throws RemoteException {
    Ref ref = line.ref();
    if (done.get(ref) == null && known(line)) {
      done.put(ref, line);
      return;
    }
    try {
      Optional<ListedThread> held = taken(ref);
      if (held.isPresent()) {
        ListedThread before = done.put(ref, line);
        boolean changed = !line.equals(before) && !(before == null && untouched(held.get(), line));
        boolean _ = changed ? again.add(ref) : again.remove(ref);
      }
      failing.remove(ref);
      setbacks.over(ref);
    } catch (RemoteException e) {
      if (e.reason() == RemoteException.Reason.ABSENT) {
        setbacks.over(ref);
      } else {
        setbacks.failed(ref, e);
      }
    } catch (RuntimeException e) {
      // Of a kind nobody thought of; whatever is in one thread is no reason to leave the others.
      setbacks.failed(ref, strange(e));
    } catch (IOException e) {
      // One that cannot be kept costs only itself; it is tried again each time.
      if (failing.add(ref)) {
        log.warn("{} on the server has changed: {}", ref, e.getMessage());
      }
    }
  }

  private static RemoteException strange(RuntimeException e) {
    return new RemoteException(
        RemoteException.Reason.STRANGE,
        "its form is not understood (" + e.getClass().getSimpleName() + ")",
        "look at this task on the server",
        null,
        e);
  }

  /** Since the gateway ran last, or for ever. */
  private boolean known(ListedThread line) {
    Optional<Seen> seen = copy.seen(line.ref());
    if (seen.isPresent()) {
      return seen.get().covers(line);
    }
    Instant updated = RemoteThreads.instant(line.updated());
    return line.means().ended() && updated.isBefore(clock.instant().minus(OLD));
  }

  /** Nobody did anything about a new task yet, so there is no status that a message belongs to. */
  private static boolean untouched(ListedThread held, ListedThread line) {
    return held.equals(line) && held.means() == ThreadStatus.PENDING && held.executor() == null;
  }

  /** As the server had it when it was taken over; empty while there is no request in it. */
  private Optional<ListedThread> taken(Ref ref) throws IOException {
    AtomicReference<Optional<ListedThread>> held = new AtomicReference<>(Optional.empty());
    creation.outside(() -> held.set(server.update(ref)));
    return held.get();
  }
}
