package org.messgateway.benchmarks;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.messgateway.api.Secret;

/** What all connections of a sink share. */
final class SinkState {

  private final Secret key;
  private final Queue<SinkRequest> arrivals = new ConcurrentLinkedQueue<>();
  private final AtomicInteger held = new AtomicInteger();
  private volatile int busySeconds;

  SinkState(Secret key) {
    this.key = key;
  }

  Secret key() {
    return key;
  }

  void arrived(SinkRequest arrival) {
    arrivals.add(arrival);
  }

  void forget() {
    arrivals.clear();
  }

  String lines() {
    return arrivals.stream().map(SinkRequest::line).collect(Collectors.joining("\n"));
  }

  /** All that arrived since this was asked last; forgotten then. */
  String taken() {
    StringBuilder lines = new StringBuilder();
    for (SinkRequest next = arrivals.poll(); next != null; next = arrivals.poll()) {
      lines.append(next.line()).append('\n');
    }
    return lines.toString();
  }

  /** Requests that are not answered, so many more. */
  void hold(int more) {
    held.addAndGet(more);
  }

  int held() {
    return held.get();
  }

  /** Seconds after which one may ask again; 0 when it is not busy. */
  int busy() {
    return busySeconds;
  }

  void busy(int seconds) {
    busySeconds = seconds;
  }
}
