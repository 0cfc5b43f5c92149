package org.messgateway.adapter.telegram;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Works through what people do: in order for each of them, and nobody waits for another's film.
 * Bounded; who wants to bring something asks for a place first.
 */
final class Lanes {

  private static final int MOST = 256;

  private final Life life;
  private final Semaphore places = new Semaphore(MOST);
  private final Map<String, Deque<Runnable>> waiting = new HashMap<>();

  Lanes(Life life) {
    this.life = life;
  }

  /** Whether there is a place; it is taken then. */
  boolean enter() {
    return places.tryAcquire();
  }

  void leave(int count) {
    places.release(count);
  }

  /** After all that came before it in this lane. */
  synchronized void run(String lane, Runnable work) {
    Deque<Runnable> before = waiting.get(lane);
    if (before != null) {
      before.add(work);
    } else {
      waiting.put(lane, new ArrayDeque<>());
      life.start(() -> drain(lane, work));
    }
  }

  private void drain(String lane, Runnable first) {
    for (Runnable next = first; next != null; next = next(lane)) {
      next.run();
    }
  }

  private synchronized @Nullable Runnable next(String lane) {
    Deque<Runnable> left = waiting.get(lane);
    Runnable next = left == null ? null : left.poll();
    if (next == null) {
      waiting.remove(lane);
    }
    return next;
  }
}
