package org.messgateway.gateway.exchange.watch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;

/** A watch session driven by the test, round by round, with everything it told. */
final class Watching implements AutoCloseable, ExchangeListener {

  private static final Duration LONG = Duration.ofSeconds(10);

  final WatchSession session;
  final List<Ref> changed = new CopyOnWriteArrayList<>();
  final List<Ref> found = new CopyOnWriteArrayList<>();

  /** What it had told when the listener had its last turn. */
  Set<Ref> beforeTurn = Set.of();

  boolean deaf;
  int failures;

  Watching(Sandbox sandbox) {
    this(sandbox, 100);
  }

  Watching(Sandbox sandbox, int limit) {
    Exchange exchange = sandbox.exchange;
    session = exchange.session(exchange.batcher(this), limit);
  }

  @Override
  public void changed(Set<Ref> refs) {
    failIfDeaf();
    changed.addAll(refs);
  }

  @Override
  public void found(Set<Ref> refs) {
    failIfDeaf();
    found.addAll(refs);
  }

  @Override
  public boolean turn() {
    beforeTurn = Set.copyOf(changed);
    return false;
  }

  private void failIfDeaf() {
    if (deaf) {
      failures++;
      throw new IllegalStateException("the listener fails");
    }
  }

  /** Goes on until that holds; fails when it does not within ten seconds. */
  void until(BooleanSupplier holds) throws IOException, InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (!holds.getAsBoolean()) {
      if (end - System.nanoTime() < 0) {
        fail("not within " + LONG + ": changed " + changed + ", found " + found);
      }
      assertTrue(session.turn(Duration.ofMillis(20)), "the exchange is not there");
    }
  }

  /** Goes on until everything is listed and every folder is watched that should be. */
  Watching ready() throws IOException, InterruptedException {
    until(() -> session.listed() && !session.busy());
    return this;
  }

  /** One round, with all the work that it finds, but no waiting. */
  void round() throws IOException, InterruptedException {
    session.turn(Duration.ZERO);
    while (session.busy()) {
      session.turn(Duration.ZERO);
    }
  }

  boolean heard(String ref) {
    return changed.contains(new Ref(ref));
  }

  Set<String> told() {
    Set<Ref> all = new HashSet<>(changed);
    all.addAll(found);
    return all.stream().map(Ref::value).collect(Collectors.toSet());
  }

  void forget() {
    changed.clear();
    found.clear();
  }

  @Override
  public void close() throws IOException {
    session.close();
  }
}
