package org.messgateway.gateway.gentle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * Whom we asked how often of late: at most six new tasks in ten minutes, and ten urgent ones that
 * count by themselves. Source: DESIGN §5 (Gentle). The same task over several channels, or tried
 * again, is one. Thread-safe.
 */
public final class RequestWindow {

  static final Duration SPAN = Duration.ofMinutes(10);
  static final int MOST = 6;
  static final int MOST_URGENT = 10;

  private final Map<Who, Deque<Asked>> asked = new HashMap<>();

  private record Who(String executor, boolean urgent) {}

  private record Asked(String ref, Instant at) {}

  /**
   * Takes a place for a task.
   *
   * @return empty when there was one; else when the next becomes free
   */
  public synchronized Optional<Instant> take(
      String executor, String ref, boolean urgent, Instant now) {
    Deque<Asked> recent = recent(new Who(executor, urgent), now);
    if (recent.stream().anyMatch(one -> one.ref().equals(ref))) {
      return Optional.empty();
    }
    if (recent.size() >= (urgent ? MOST_URGENT : MOST)) {
      return Optional.of(recent.getFirst().at().plus(SPAN));
    }
    recent.addLast(new Asked(ref, now));
    return Optional.empty();
  }

  /** What was asked before this process began. */
  public synchronized void remember(String executor, String ref, boolean urgent, Instant at) {
    Deque<Asked> recent = asked.computeIfAbsent(new Who(executor, urgent), _ -> new ArrayDeque<>());
    if (recent.stream().noneMatch(one -> one.ref().equals(ref))) {
      recent.addLast(new Asked(ref, at));
    }
  }

  private Deque<Asked> recent(Who who, Instant now) {
    forgetOld(now);
    return asked.computeIfAbsent(who, _ -> new ArrayDeque<>());
  }

  private void forgetOld(Instant now) {
    for (Iterator<Deque<Asked>> all = asked.values().iterator(); all.hasNext(); ) {
      Deque<Asked> recent = all.next();
      recent.removeIf(one -> !one.at().plus(SPAN).isAfter(now));
      if (recent.isEmpty()) {
        all.remove();
      }
    }
  }
}
