package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Dependencies looked up among threads that were read: by client id of the same requestor, else by
 * ref. Immutable.
 *
 * <p>Where one requestor used a client id twice, the later thread (by ref, which starts with its
 * date) is meant.
 */
public final class KnownThreads implements Dependencies {

  private final Map<ClientId, Standing> byClientId = new HashMap<>();
  private final Map<String, Standing> byRef = new HashMap<>();

  private KnownThreads() {}

  public static KnownThreads of(Iterable<MessThread> threads) {
    Map<ClientId, String> latest = new HashMap<>();
    KnownThreads known = new KnownThreads();
    for (MessThread thread : threads) {
      known.byRef.put(thread.ref(), standing(thread));
      for (String id : clientIds(thread)) {
        latest.merge(
            new ClientId(thread.requestor().orElse(null), id),
            thread.ref(),
            (one, other) -> one.compareTo(other) > 0 ? one : other);
      }
    }
    latest.forEach(
        (id, ref) -> known.byClientId.put(id, Objects.requireNonNull(known.byRef.get(ref))));
    return known;
  }

  /** Client ids of one thread: the request's and the envelope's copy of it. */
  public static List<String> clientIds(MessThread thread) {
    return Stream.concat(
            thread.request().stream().flatMap(request -> Stream.ofNullable(request.id())),
            Stream.ofNullable(thread.envelope().clientId()))
        .distinct()
        .toList();
  }

  /** How one thread stands for those that wait for it. */
  public static Standing standing(MessThread thread) {
    ThreadStatus status = thread.envelope().status();
    if (status.succeeded()) {
      return new Standing.Succeeded(thread.ref(), endedAt(thread));
    }
    return status.ended()
        ? new Standing.EndedWithout(thread.ref(), status)
        : new Standing.Open(
            thread.ref(), thread.requestor().orElse(null), DependencyGate.dependsOn(thread));
  }

  @Override
  public Standing find(@Nullable String requestor, String id) {
    Standing own = byClientId.get(new ClientId(requestor, id));
    return own != null ? own : byRef.getOrDefault(id, new Standing.Unknown());
  }

  private static @Nullable Instant endedAt(MessThread thread) {
    return thread.envelope().history().reversed().stream()
        .filter(
            entry -> ThreadStatus.of(entry.action()).filter(ThreadStatus::succeeded).isPresent())
        .map(HistoryEntry::at)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(thread.envelope().updated());
  }

  private record ClientId(@Nullable String requestor, String id) {}
}
