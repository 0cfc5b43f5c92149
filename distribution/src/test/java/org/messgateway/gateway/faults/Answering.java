package org.messgateway.gateway.faults;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.Door;
import org.messgateway.gateway.flow.Sink;

/**
 * An executor that claims each task it is told of and then answers it. It insists: what got no 200
 * is sent again, under the same key, until the gateway that comes back takes it.
 */
final class Answering implements AutoCloseable {

  /** What it says on each thread, in this order. */
  static final List<String> STEPS = List.of("claimed", "completed");

  private static final long PAUSE = Duration.ofMillis(20).toNanos();

  /** An answer that the gateway has said it has. */
  record Acknowledged(String ref, String step) {}

  /** Somebody else at work on the same threads. */
  interface Neighbour {
    /** Returns what is to be done once the answer was acknowledged. */
    Runnable looks(String ref, String step);
  }

  private final Sink sink;
  private final String executor;
  private final Neighbour neighbour;
  private final Set<Acknowledged> acknowledged = ConcurrentHashMap.newKeySet();
  private final ReentrantLock one = new ReentrantLock();
  private final Thread thread;
  private volatile int port;
  private volatile boolean ended;
  private volatile String refused = "";

  Answering(Sink sink, String executor, Neighbour neighbour) {
    this.sink = sink;
    this.executor = executor;
    this.neighbour = neighbour;
    this.thread = Thread.ofVirtual().name("answering").start(this::work);
  }

  /** Where the gateway listens now; 0 while it does not. */
  void at(int listening) {
    port = listening;
  }

  /** Says nothing any more, and returns when nothing is half said. */
  void rest() {
    one.lock();
    try {
      port = 0;
    } finally {
      one.unlock();
    }
  }

  Set<Acknowledged> acknowledged() {
    return Set.copyOf(acknowledged);
  }

  /** What the gateway last said instead of 200; empty when it never did. */
  String refused() {
    return refused;
  }

  static String text(String ref) {
    return "the-answer-to-" + ref + "-ends";
  }

  private void work() {
    while (!ended) {
      for (Arrival arrival : sink.accepted()) {
        if (port != 0
            && arrival.kind().equals("request")
            && arrival.path().equals("/" + executor)) {
          answer(arrival);
        }
      }
      LockSupport.parkNanos(PAUSE);
    }
  }

  private void answer(Arrival arrival) {
    for (String step : STEPS) {
      Acknowledged answer = new Acknowledged(arrival.ref(), step);
      if (!acknowledged.contains(answer) && !said(arrival, answer)) {
        return;
      }
    }
  }

  private boolean said(Arrival arrival, Acknowledged answer) {
    one.lock();
    try {
      return port != 0 && !ended && said(arrival, answer, port);
    } finally {
      one.unlock();
    }
  }

  private boolean said(Arrival arrival, Acknowledged answer, int listening) {
    try (Door door = new Door(listening)) {
      Runnable afterwards = neighbour.looks(arrival.ref(), answer.step());
      HttpResponse<String> response =
          door.send(
              "POST",
              arrival.respond(),
              Map.of(
                  "Content-Type",
                  "application/yaml",
                  "Idempotency-Key",
                  answer.step() + "-" + arrival.ref()),
              yaml(answer));
      if (response.statusCode() == 200) {
        acknowledged.add(answer);
        afterwards.run();
        return true;
      }
      refused = response.statusCode() + " " + response.body();
      return false;
    } catch (AssertionError cutOff) {
      // The gateway was killed meanwhile; it is said again.
      return false;
    }
  }

  private static String yaml(Acknowledged answer) {
    String status = "MESS:\n  - status: { code: " + answer.step() + " }\n";
    return answer.step().equals("completed")
        ? status + "  - response: { content: [" + text(answer.ref()) + "] }\n"
        : status;
  }

  @Override
  public void close() {
    ended = true;
    port = 0;
    try {
      boolean _ = thread.join(Duration.ofSeconds(40));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
