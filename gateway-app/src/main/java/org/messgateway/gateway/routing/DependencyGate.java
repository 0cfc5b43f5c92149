package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.protocol.Round;
import org.messgateway.gateway.routing.DependencyStates.DependencyState;

/**
 * Holds a thread until its dependencies have ended.
 *
 * <p>An open dependency holds the thread. A dependency that does not exist holds it for one hour
 * from the thread's creation, because a batch is written one thread after the other. A dependency
 * that ended without success, does not exist after that hour, or closes a circle is a trouble.
 * Source: docs/rules.md#timers.
 */
final class DependencyGate {

  static final Duration PATIENCE = Duration.ofHours(1);

  /** Threads visited in search of a circle: other programs write the chains. */
  private static final int MOST_THREADS = 10_000;

  private final MessThread thread;
  private final DependencyStates dependencyStates;
  private final Instant now;
  private final List<Hold> holds = new ArrayList<>();
  private Optional<Instant> releasedAt = Optional.empty();
  private Optional<Instant> nextLook = Optional.empty();

  private DependencyGate(MessThread thread, DependencyStates dependencyStates, Instant now) {
    this.thread = thread;
    this.dependencyStates = dependencyStates;
    this.now = now;
  }

  static DependencyGate of(MessThread thread, DependencyStates dependencyStates, Instant now) {
    DependencyGate gate = new DependencyGate(thread, dependencyStates, now);
    for (String id : dependsOn(thread)) {
      gate.check(id);
    }
    return gate;
  }

  /** Empty when no dependency holds the thread. */
  List<Hold> holds() {
    return List.copyOf(holds);
  }

  /** When the last dependency ended; empty when no thread tells it. */
  Optional<Instant> releasedAt() {
    return releasedAt;
  }

  /** When the answer may change by itself. */
  Optional<Instant> nextLook() {
    return nextLook;
  }

  static List<String> dependsOn(MessThread thread) {
    Payload.Request request = thread.request().orElse(null);
    return request == null || request.constraints().dependsOn().isEmpty()
        ? List.of()
        : request.constraints().dependsOn().stream().distinct().toList();
  }

  private void check(String id) {
    switch (dependencyStates.find(requestor(), id)) {
      case DependencyState.NotFound _ -> unknown(id);
      case DependencyState.Unfinished open -> open(id, open);
      case DependencyState.Succeeded succeeded -> succeeded(succeeded.at());
      case DependencyState.EndedWithoutSuccess ended ->
          hold(
              Hold.Kind.DEPENDENCY_FAILED,
              "it waits for %s, which ended as %s; send the request again without it, or cancel it"
                  .formatted(name(id, ended.ref()), ended.status().code()));
    }
  }

  private void unknown(String id) {
    Optional<Instant> patience =
        Round.creation(thread)
            .map(created -> InstantRange.plus(created, PATIENCE))
            .filter(now::isBefore);
    if (patience.isEmpty()) {
      hold(
          Hold.Kind.DEPENDENCY_UNKNOWN,
          "it waits for %s, which is neither a request of %s nor a thread of this exchange"
              .formatted(id, thread.requestor().orElse("its requestor")));
      return;
    }
    nextLook = InstantRange.earlier(nextLook, patience);
    holds.add(
        new Hold(
            Hold.Kind.DEPENDS_ON,
            "it waits for %s, which has not come yet".formatted(id),
            patience.get()));
  }

  private void open(String id, DependencyState.Unfinished open) {
    List<String> circle = circle(open);
    if (circle.isEmpty()) {
      hold(Hold.Kind.DEPENDS_ON, "it waits for %s to finish".formatted(name(id, open.ref())));
    } else {
      hold(
          Hold.Kind.CYCLE,
          "it waits for itself (%s); cancel one of them".formatted(String.join(" > ", circle)));
    }
  }

  private void succeeded(@Nullable Instant at) {
    if (at != null) {
      Instant ended = InstantRange.clamp(at);
      releasedAt = Optional.of(releasedAt.map(it -> InstantRange.later(it, ended)).orElse(ended));
    }
  }

  private void hold(Hold.Kind kind, String sentence) {
    holds.add(new Hold(kind, sentence, null));
  }

  private @Nullable String requestor() {
    return thread.requestor().orElse(null);
  }

  private static String name(String id, String ref) {
    return id.equals(ref) ? id : id + " (" + ref + ")";
  }

  /** The refs on a path from this thread back to itself; empty when there is none. */
  private List<String> circle(DependencyState.Unfinished first) {
    Map<String, String> cameFrom = new LinkedHashMap<>();
    Deque<DependencyState.Unfinished> ahead = new ArrayDeque<>();
    cameFrom.put(first.ref(), thread.ref());
    ahead.add(first);
    while (!ahead.isEmpty() && cameFrom.size() < MOST_THREADS) {
      DependencyState.Unfinished next = ahead.remove();
      if (next.ref().equals(thread.ref())) {
        return way(cameFrom);
      }
      for (DependencyState.Unfinished further : openOnesOf(next)) {
        if (cameFrom.putIfAbsent(further.ref(), next.ref()) == null) {
          ahead.add(further);
        }
      }
    }
    return List.of();
  }

  private List<DependencyState.Unfinished> openOnesOf(DependencyState.Unfinished open) {
    return open.dependsOn().stream()
        .map(id -> dependencyStates.find(open.requestor(), id))
        .filter(DependencyState.Unfinished.class::isInstance)
        .map(DependencyState.Unfinished.class::cast)
        .toList();
  }

  private List<String> way(Map<String, String> cameFrom) {
    Map<String, String> back = new HashMap<>(cameFrom);
    List<String> way = new ArrayList<>(List.of(thread.ref()));
    String at = back.remove(thread.ref());
    while (at != null) {
      way.addFirst(at);
      at = back.remove(at);
    }
    return way;
  }
}
