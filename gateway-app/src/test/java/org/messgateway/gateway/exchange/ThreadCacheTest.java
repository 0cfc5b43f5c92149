package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadCacheTest {

  private static final String HEAD =
      """
      requestor: claude-agent
      status: pending
      ---
      from: claude-agent
      MESS:
        - request:
            intent: vacuum the kitchen floor
      """;

  /** Five of these fit, six do not. */
  private static final int LARGE = 3 << 20;

  /** So many large ones and no more. */
  private static final int FITTING = 15;

  private final AtomicLong nanos = new AtomicLong(42);

  @TempDir private Path home;
  private Exchange exchange;
  private ThreadCache threads;

  @BeforeEach
  void open() throws IOException {
    exchange =
        new Exchange(
            ExchangeDirectory.open(home, ExchangeDirectory.Access.WRITE),
            ExchangeLimits.DEFAULT,
            // Large files that were written just now are looked at twice; these lay still.
            InstantSource.offset(InstantSource.system(), Duration.ofMinutes(1)),
            System::nanoTime);
    threads = new ThreadCache(exchange, 48L << 20, nanos::get);
  }

  @AfterEach
  void close() {
    exchange.close();
  }

  @Test
  void whatIsUnchangedOnTheDiskIsNotReadAgain() throws IOException {
    write("one", 10);
    LoadedThread first = load("one");
    assertSame(first, load("one"));

    write("one", 20);
    assertNotSame(first, load("one"));
  }

  @Test
  void whatWasSentStaysForHistoryUntilSomethingNeedsItsRoom() throws IOException {
    for (int i = 0; i < FITTING; i++) {
      write("t" + i, LARGE);
      load("t" + i);
    }
    threads.spent(new Ref("t3"));
    assertTrue(threads.unchanged(new Ref("t3")).isPresent());

    write("next", LARGE);
    load("next");

    assertEquals(Optional.empty(), threads.size(new Ref("t3")));
    assertTrue(threads.size(new Ref("next")).isPresent());
    assertTrue(threads.size(new Ref("t0")).isPresent(), "it waits to be sent");
  }

  @Test
  void ofABurstThatDoesNotFitTheFirstAreKeptSinceTheyAreSentFirst() throws IOException {
    burst();

    assertTrue(threads.size(new Ref("t0")).isPresent(), "the first");
    assertEquals(Optional.empty(), threads.size(last()), "there was no room for the last");
  }

  @Test
  void whatNobodyAskedForInTenSecondsMakesRoom() throws IOException {
    burst();
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());

    load(last().value());

    assertEquals(Optional.empty(), threads.size(new Ref("t0")), "the oldest went");
    assertTrue(threads.size(new Ref("t1")).isPresent(), "no more than had to");
    assertTrue(threads.size(last()).isPresent());
  }

  private static Ref last() {
    return new Ref("t" + FITTING);
  }

  private void burst() throws IOException {
    for (int i = 0; i <= FITTING; i++) {
      write("t" + i, LARGE);
      load("t" + i);
    }
  }

  private void write(String ref, int bytes) throws IOException {
    String line = "# " + "x".repeat(997) + "\n";
    Files.writeString(
        home.resolve("state=received").resolve(ref + ".messe-af.yaml"),
        "ref: "
            + ref
            + "\n"
            + line.repeat(bytes / line.length())
            + "# ".repeat(bytes % 7)
            + "\n"
            + HEAD);
  }

  private LoadedThread load(String ref) {
    ThreadReadResult result = threads.load(new Ref(ref));
    if (result instanceof ThreadReadResult.Complete(LoadedThread thread)) {
      return thread;
    }
    throw new AssertionError(result.toString());
  }
}
