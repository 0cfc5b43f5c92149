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
import org.messgateway.gateway.routing.Dependencies.Standing;

/**
 * Whether a thread may go, as far as it waits for others.
 *
 * <p>It waits for an open one; for one nobody has heard of it waits an hour from its own creation,
 * because a batch is written one thread after the other. A dependency that ended without success,
 * is unknown after that hour, or closes a circle holds it until that changes. Source: DESIGN §3
 * (Timers).
 */
final class DependencyGate {

  static final Duration PATIENCE = Duration.ofHours(1);

  /** Threads looked at in search of a circle: chains are written by others. */
  private static final int MOST_THREADS = 10_000;

  private final MessThread thread;
  private final Dependencies dependencies;
  private final Instant now;
  private final List<Hold> holds = new ArrayList<>();
  private Optional<Instant> releasedAt = Optional.empty();
  private Optional<Instant> nextLook = Optional.empty();

  private DependencyGate(MessThread thread, Dependencies dependencies, Instant now) {
    this.thread = thread;
    this.dependencies = dependencies;
    this.now = now;
  }

  /**
   * What the gate says.
   *
   * @param holds empty when the thread may go
   * @param releasedAt when the last dependency ended, as far as they tell
   * @param nextLook when the answer may differ by itself
   */
  record Answer(List<Hold> holds, Optional<Instant> releasedAt, Optional<Instant> nextLook) {

    Answer {
      holds = List.copyOf(holds);
    }
  }

  static Answer ask(MessThread thread, Dependencies dependencies, Instant now) {
    DependencyGate gate = new DependencyGate(thread, dependencies, now);
    dependsOn(thread).forEach(gate::check);
    return new Answer(gate.holds, gate.releasedAt, gate.nextLook);
  }

  static List<String> dependsOn(MessThread thread) {
    return thread.request().stream()
        .flatMap(request -> request.constraints().dependsOn().stream())
        .distinct()
        .toList();
  }

  private void check(String id) {
    switch (dependencies.find(requestor(), id)) {
      case Standing.Unknown _ -> unknown(id);
      case Standing.Open open -> open(id, open);
      case Standing.Succeeded succeeded -> succeeded(succeeded.at());
      case Standing.EndedWithout ended ->
          hold(
              Hold.Kind.DEPENDENCY_FAILED,
              "it waits for %s, which ended as %s; send the request again without it, or cancel it"
                  .formatted(name(id, ended.ref()), ended.status().code()));
    }
  }

  private void unknown(String id) {
    Optional<Instant> patience =
        Freedom.creation(thread)
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

  private void open(String id, Standing.Open open) {
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

  /** The refs from this thread back to itself; empty when that way does not exist. */
  private List<String> circle(Standing.Open first) {
    Map<String, String> cameFrom = new LinkedHashMap<>();
    Deque<Standing.Open> ahead = new ArrayDeque<>();
    cameFrom.put(first.ref(), thread.ref());
    ahead.add(first);
    while (!ahead.isEmpty() && cameFrom.size() < MOST_THREADS) {
      Standing.Open next = ahead.remove();
      if (next.ref().equals(thread.ref())) {
        return way(cameFrom);
      }
      for (Standing.Open further : openOnesOf(next)) {
        if (cameFrom.putIfAbsent(further.ref(), next.ref()) == null) {
          ahead.add(further);
        }
      }
    }
    return List.of();
  }

  private List<Standing.Open> openOnesOf(Standing.Open open) {
    return open.dependsOn().stream()
        .map(id -> dependencies.find(open.requestor(), id))
        .filter(Standing.Open.class::isInstance)
        .map(Standing.Open.class::cast)
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
