package org.messgateway.adapter.okhttp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.ConnectionScript;
import org.messgateway.testkit.SocketSimulator;
import org.messgateway.testkit.WaitFor;

class IdleConnectionTest {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int MANY = 20;
  private static final CannedResponse OK = CannedResponse.text(200, "ok");

  private final OkHttpClient client = SingleAttemptClient.builder(LIMIT, 64 * 1024).build();

  @AfterEach
  void end() {
    SingleAttemptClient.close(client);
  }

  private String post(SocketSimulator server) throws IOException {
    Request request =
        new Request.Builder()
            .url(server.baseUrl().toString())
            .post(RequestBody.create("hello".getBytes(UTF_8)))
            .build();
    try (Response response = client.newCall(request).execute()) {
      return response.body().string();
    }
  }

  private static void untilHungUp(SocketSimulator server) {
    WaitFor.until(() -> server.openConnections() == 0, LIMIT, () -> "the server hangs up");
  }

  @Test
  void aConnectionThatStandsIsUsedAgain() throws IOException {
    try (SocketSimulator server = SocketSimulator.start(ConnectionScript.answer(OK))) {
      for (int i = 0; i < 5; i++) {
        assertEquals("ok", post(server));
      }
      assertEquals(1, server.connections());
      assertEquals(5, server.requests().size());
    }
  }

  @Test
  void oneThatTheServerClosedIsLeftBeforeAnythingIsSent() throws IOException {
    try (SocketSimulator server = SocketSimulator.start(ConnectionScript.answerAndHangUp(OK))) {
      for (int i = 1; i <= 3; i++) {
        assertEquals("ok", post(server));
        untilHungUp(server);
        assertEquals(i, server.requests().size());
      }
    }
  }

  @Test
  void aFarewellThatNobodyAskedForIsNotTakenForAnAnswer() throws IOException {
    CannedResponse farewell = CannedResponse.text(408, "too slow");
    ConnectionScript connectionScript =
        connection -> {
          connection.readRequest();
          connection.writeHead(OK, OK.body().length);
          connection.write(OK.body());
          connection.writeHead(farewell, farewell.body().length);
          connection.write(farewell.body());
        };
    try (SocketSimulator server = SocketSimulator.start(connectionScript)) {
      assertEquals("ok", post(server));
      untilHungUp(server);
      assertEquals("ok", post(server));
      assertEquals(2, server.requests().size());
    }
  }

  @Test
  void manyClosedOnesAreAllLeft() throws Exception {
    CountDownLatch all = new CountDownLatch(MANY);
    ConnectionScript answered = ConnectionScript.answerAndHangUp(OK);
    // None is answered before all have come, or one could be used again in the moment between its
    // answer and its end, which nobody can see.
    ConnectionScript connectionScript =
        connection -> {
          all.countDown();
          all.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
          answered.serve(connection);
        };
    try (SocketSimulator server = SocketSimulator.start(connectionScript)) {
      List<Future<String>> first = new ArrayList<>();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < MANY; i++) {
          first.add(threads.submit(() -> post(server)));
        }
      }
      for (Future<String> one : first) {
        assertEquals("ok", one.get());
      }
      untilHungUp(server);
      assertEquals("ok", post(server));
      assertEquals(MANY + 1, server.requests().size());
    }
  }

  @Test
  void anAnswerThatIsTooLargeEndsItsConnection() {
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.flood(OK, 100 * 1024 * 1024))) {
      assertThrows(TransportException.class, () -> post(server));
      untilHungUp(server);
      assertTrue(server.bytesWritten() < 24L * 1024 * 1024, () -> server.bytesWritten() + " bytes");
    }
  }
}
