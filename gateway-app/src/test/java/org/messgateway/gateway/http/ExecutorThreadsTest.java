package org.messgateway.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** A thread of which nobody has a delivery. */
final class ExecutorThreadsTest {

  private static final String REF = "2026-11-20-001";

  @TempDir private Path home;
  @TempDir private Path folder;
  private Exchange exchange;
  private OpenedQueue store;
  private ExecutorThreads threads;

  @BeforeEach
  void open() throws IOException {
    InstantSource clock = InstantSource.offset(InstantSource.system(), Duration.ofMinutes(1));
    exchange =
        new Exchange(
            ExchangeDirectory.open(home, ExchangeDirectory.Access.WRITE),
            ExchangeLimits.DEFAULT,
            clock,
            System::nanoTime);
    store = SqliteStore.in(folder, clock).open("node-1");
    threads =
        new ExecutorThreads(
            exchange.directory().id(),
            new ThreadCache(exchange, 48L << 20, System::nanoTime),
            store.queue());
  }

  @AfterEach
  void close() {
    store.queue().close();
    exchange.close();
  }

  @Test
  void aHolderByTheEnvelopeHasAccess() throws IOException {
    write("claimed", "ana", "");
    assertEquals(Optional.of(REF), threads.executor("ana", REF));
    assertEquals(Optional.empty(), threads.executor("ben", REF));
  }

  @Test
  void aHolderByTheFirstClaimOfTheMessagesHasAccess() throws IOException {
    write("pending", "null", claim("ana") + claim("ben"));
    assertEquals(Optional.of(REF), threads.executor("ana", REF));
    assertEquals(Optional.empty(), threads.executor("ben", REF));
  }

  private static String claim(String executor) {
    return """
    ---
    from: %s
    MESS:
      - status: {code: claimed}
    """
        .formatted(executor);
  }

  private void write(String status, String executor, String messages) throws IOException {
    Path received = Files.createDirectories(home.resolve("state=received"));
    Files.writeString(
        received.resolve(REF + ".messe-af.yaml"),
        """
        ref: %s
        requestor: claude-agent
        executor: %s
        status: %s
        ---
        from: claude-agent
        MESS:
          - request:
              intent: check the fridge
        %s\
        """
            .formatted(REF, executor, status, messages));
  }
}
