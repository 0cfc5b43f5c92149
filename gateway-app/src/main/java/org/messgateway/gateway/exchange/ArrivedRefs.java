package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Refs of small files that wait for the intake, or were taken by it and not begun. While one file
 * keeps the intake for longer than {@link #STUCK}, others may have them. Used under the lock of its
 * owner.
 */
final class ArrivedRefs {

  static final Duration STUCK = Duration.ofMillis(200);

  /** What comes more goes to the workers. */
  private static final int MOST = 16_384;

  private final LinkedHashSet<Ref> waiting = new LinkedHashSet<>();
  private final LinkedHashSet<Ref> taken = new LinkedHashSet<>();
  private long begunNanos;

  /** Adds a ref; false without room. */
  boolean add(Ref ref, long now) {
    if (waiting.isEmpty() && taken.isEmpty()) {
      begunNanos = now;
    }
    return waiting.size() < MOST && (waiting.add(ref) || waiting.contains(ref));
  }

  LinkedHashSet<Ref> waiting() {
    return waiting;
  }

  /** Takes refs; {@link #begin} asks for each. */
  List<Ref> take(int most, long now) {
    begunNanos = now;
    List<Ref> refs = new ArrayList<>(Math.min(most, waiting.size()));
    move(waiting, most, refs);
    taken.addAll(refs);
    return refs;
  }

  /** Begins with a ref; false where another has it meanwhile. */
  boolean begin(Ref ref, long now) {
    begunNanos = now;
    return taken.remove(ref);
  }

  /**
   * Lets a ref wait again, before the others, unless it waits elsewhere; false where it was begun
   * or another has it.
   */
  boolean giveBack(Ref ref, boolean waitsElsewhere) {
    boolean mine = taken.remove(ref);
    if (mine && !waitsElsewhere) {
      waiting.addFirst(ref);
    }
    return mine;
  }

  /** Moves refs that a slow file keeps from being begun. */
  void moveStuck(int most, long now, List<Ref> to) {
    if (now - begunNanos > STUCK.toNanos()) {
      move(taken, most, to);
      move(waiting, most, to);
    }
  }

  private static void move(LinkedHashSet<Ref> from, int most, List<Ref> to) {
    for (Iterator<Ref> refs = from.iterator(); to.size() < most && refs.hasNext(); ) {
      to.add(refs.next());
      refs.remove();
    }
  }
}
