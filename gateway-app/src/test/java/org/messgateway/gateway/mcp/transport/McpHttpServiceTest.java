package org.messgateway.gateway.mcp.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What answers at {@code /mcp} is made by the first request. */
class McpHttpServiceTest {

  private static final int CALLERS = 8;

  @TempDir private Path folder;

  private final AtomicInteger made = new AtomicInteger();
  private final TestTools tools = new TestTools();

  @Test
  void nobodyWhoAsksFirstAtTheSameTimeIsPassedOver() throws Exception {
    CountDownLatch coming = new CountDownLatch(CALLERS);
    try (McpFixture mcp =
            new McpFixture(
                folder,
                () -> {
                  made.incrementAndGet();
                  return tools.offer();
                });
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      String token = mcp.agent("claude");
      assertEquals(0, made.get());
      List<Future<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        answers.add(
            callers.submit(() -> {
              coming.countDown();
              coming.await();
              return mcp.post(mcp.request(token), McpFixture.initialize("2025-11-25", "{}"));
            }));
      }
      for (Future<HttpResponse<String>> answer : answers) {
        assertEquals(200, answer.get().statusCode());
      }
      assertEquals(1, made.get());
      assertEquals(CALLERS, mcp.sessions.count());
    }
  }
}
