package org.messgateway.gateway.exchange;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Refs that are due later, each once, by monotonic time. Used under the lock of its owner. */
final class DelayedRefs {

  private final PriorityQueue<DelayedRef> queue = new PriorityQueue<>();
  private final Map<Ref, Long> until = new HashMap<>();

  private record DelayedRef(long at, Ref ref) implements Comparable<DelayedRef> {
    @Override
    public int compareTo(DelayedRef other) {
      return Long.compare(at - other.at, 0);
    }
  }

  /** Adds a ref; false where it is due as early already. */
  boolean add(Ref ref, long at) {
    Long earlier = until.get(ref);
    if (earlier != null && at - earlier >= 0) {
      return false;
    }
    until.put(ref, at);
    return queue.add(new DelayedRef(at, ref));
  }

  /** Removes a ref that is due; null when none is. */
  @Nullable Ref due(long now) {
    while (!queue.isEmpty() && queue.peek().at() - now <= 0) {
      DelayedRef due = queue.remove();
      if (until.remove(due.ref(), due.at())) {
        return due.ref();
      }
    }
    return null;
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Time until the next one is due, at least 1. */
  long nanosLeft(long now) {
    return queue.isEmpty() ? Long.MAX_VALUE : Math.max(1, queue.peek().at() - now);
  }
}
