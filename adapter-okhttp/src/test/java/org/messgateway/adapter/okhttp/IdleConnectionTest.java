package org.messgateway.adapter.okhttp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.Answer;
import org.messgateway.testkit.Conduct;
import org.messgateway.testkit.Patience;
import org.messgateway.testkit.RawServer;

class IdleConnectionTest {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Answer OK = Answer.text(200, "ok");

  private final OkHttpClient client = OneTryClient.builder(LIMIT, 64 * 1024).build();

  @AfterEach
  void end() {
    OneTryClient.close(client);
  }

  private String post(RawServer server) throws IOException {
    Request request =
        new Request.Builder()
            .url(server.baseUrl().toString())
            .post(RequestBody.create("hello".getBytes(UTF_8)))
            .build();
    try (Response response = client.newCall(request).execute()) {
      return response.body().string();
    }
  }

  private static void untilHungUp(RawServer server) {
    Patience.until(() -> server.openConnections() == 0, LIMIT, () -> "the server hangs up");
  }

  @Test
  void aConnectionThatStandsIsUsedAgain() throws IOException {
    try (RawServer server = RawServer.start(Conduct.answer(OK))) {
      for (int i = 0; i < 5; i++) {
        assertEquals("ok", post(server));
      }
      assertEquals(1, server.connections());
      assertEquals(5, server.requests().size());
    }
  }

  @Test
  void oneThatTheServerClosedIsLeftBeforeAnythingIsSent() throws IOException {
    try (RawServer server = RawServer.start(Conduct.answerAndHangUp(OK))) {
      for (int i = 1; i <= 3; i++) {
        assertEquals("ok", post(server));
        untilHungUp(server);
        assertEquals(i, server.requests().size());
      }
    }
  }

  @Test
  void aFarewellThatNobodyAskedForIsNotTakenForAnAnswer() throws IOException {
    Answer farewell = Answer.text(408, "too slow");
    Conduct conduct =
        connection -> {
          connection.readRequest();
          connection.writeHead(OK, OK.body().length);
          connection.write(OK.body());
          connection.writeHead(farewell, farewell.body().length);
          connection.write(farewell.body());
        };
    try (RawServer server = RawServer.start(conduct)) {
      assertEquals("ok", post(server));
      untilHungUp(server);
      assertEquals("ok", post(server));
      assertEquals(2, server.requests().size());
    }
  }

  @Test
  void manyClosedOnesAreAllLeft() throws Exception {
    try (RawServer server = RawServer.start(Conduct.answerAndHangUp(OK))) {
      CountDownLatch done = new CountDownLatch(20);
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 20; i++) {
          threads.execute(() -> {
            try {
              post(server);
              done.countDown();
            } catch (IOException e) {
              throw new AssertionError("one of the first calls failed", e);
            }
          });
        }
        assertTrue(done.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
      }
      untilHungUp(server);
      assertEquals("ok", post(server));
      assertEquals(21, server.requests().size());
    }
  }

  @Test
  void anAnswerThatIsTooLargeEndsItsConnection() {
    try (RawServer server = RawServer.start(Conduct.flood(OK, 100 * 1024 * 1024))) {
      assertThrows(TransportException.class, () -> post(server));
      untilHungUp(server);
      assertTrue(server.bytesWritten() < 24L * 1024 * 1024, () -> server.bytesWritten() + " bytes");
    }
  }
}
