package org.messgateway.adapter.okhttp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.ConnectionScript;
import org.messgateway.testkit.SimulatedService;
import org.messgateway.testkit.SocketSimulator;
import org.messgateway.testkit.WaitFor;

class SingleAttemptClientTest {

  private static final int MOST = 1_000;

  private static OkHttpClient client(Duration limit) {
    return SingleAttemptClient.builder(limit, MOST).build();
  }

  private static Request post(SimulatedService service) {
    return post(service.baseUrl() + "/x");
  }

  private static Request post(String url) {
    return new Request.Builder().url(url).post(RequestBody.create("hello".getBytes(UTF_8))).build();
  }

  private static TransportException failure(OkHttpClient client, Request request) {
    return assertInstanceOf(TransportException.class, thrown(client, request));
  }

  private static IOException thrown(OkHttpClient client, Request request) {
    return assertThrows(
        IOException.class,
        () -> {
          try (Response response = client.newCall(request).execute()) {
            response.body().bytes();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308, 401, 407, 408, 421, 503})
  void noStatusMakesItSendTwice(int status) throws IOException {
    CannedResponse cannedResponse =
        CannedResponse.empty(status).with("Location", "/elsewhere").with("Retry-After", "0");
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server = SocketSimulator.start(ConnectionScript.answer(cannedResponse))) {
      if (status == 407) {
        // OkHttp calls this a protocol error where no proxy is; the status is known all the same.
        assertEquals(407, failure(client, post(server)).status());
      } else {
        try (Response response = client.newCall(post(server)).execute()) {
          assertEquals(status, response.code());
        }
      }
      assertEquals(1, server.requests().size());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void allAddressesOfAHostAreTriedWhileNothingWasSent() throws IOException {
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.answer(CannedResponse.text(200, "ok")))) {
      Dns twoAddresses =
          _ -> List.of(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.1"));
      OkHttpClient client =
          SingleAttemptClient.builder(Duration.ofSeconds(5), MOST).dns(twoAddresses).build();
      try (Response response =
          client.newCall(post("http://robot:" + server.baseUrl().getPort())).execute()) {
        assertEquals("ok", response.body().string());
      } finally {
        SingleAttemptClient.close(client);
      }
    }
  }

  @Test
  void aConnectionThatIsRefusedHasSentNothing() {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SimulatedService nobody = SocketSimulator.refusing()) {
      TransportException failure = failure(client, post(nobody));
      assertFalse(failure.sent());
      assertEquals(FailureReason.UNREACHABLE, failure.outcome().reason());
      assertEquals("The connection was refused.", failure.outcome().sentence());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void theWholeCallHasALimitAndItsEndIsATimeout() {
    OkHttpClient client = client(Duration.ofMillis(300));
    try (SocketSimulator server = SocketSimulator.start(ConnectionScript.hang())) {
      Deferred outcome = TransportException.outcome(thrown(client, post(server)));
      assertEquals(FailureReason.TIMEOUT, outcome.reason());
      assertEquals(Reach.POSSIBLY_SENT, outcome.reach());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void aDripCountsAsATimeoutOfTheWholeCall() {
    OkHttpClient client = SingleAttemptClient.builder(Duration.ofMillis(300), 1_000_000).build();
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.drip(CannedResponse.text(200, "x")))) {
      IOException failure = thrown(client, post(server));
      assertEquals(200, TransportException.statusOf(failure));
      assertEquals(Reach.POSSIBLY_SENT, TransportException.outcome(failure).reach());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void aNameServerThatHangsDoesNotHoldTheCallBeyondItsLimit() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Dns hangs =
        host -> {
          try {
            end.await(20, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new UnknownHostException(host);
        };
    OkHttpClient client =
        SingleAttemptClient.builder(Duration.ofSeconds(10), MOST)
            .dns(new BoundedDns(hangs, Duration.ofMillis(300)))
            .build();
    long start = System.nanoTime();
    TransportException failure = failure(client, post("http://robot.example.com/"));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    end.countDown();
    SingleAttemptClient.close(client);
    assertTrue(took.compareTo(Duration.ofSeconds(3)) < 0, "took " + took);
    assertEquals(Reach.BEFORE_SENDING, failure.outcome().reach());
    assertEquals(FailureReason.TIMEOUT, failure.outcome().reason());
  }

  @Test
  void anInterruptWhileConnectingEndsTheCallAtOnceWithTheFlagSet() throws InterruptedException {
    SlowSockets sockets = new SlowSockets();
    OkHttpClient client =
        SingleAttemptClient.builder(Duration.ofSeconds(20), MOST).socketFactory(sockets).build();
    AtomicReference<Object> result = new AtomicReference<>();
    Thread attempt =
        Thread.ofVirtual()
            .start(() -> {
              try (Response response = client.newCall(post("http://127.0.0.1:9/")).execute()) {
                result.set(response);
              } catch (IOException e) {
                result.set(
                    Thread.currentThread().isInterrupted() ? e : new IOException("no flag", e));
              }
            });
    assertTrue(sockets.connecting.await(10, TimeUnit.SECONDS));
    attempt.interrupt();
    assertTrue(attempt.join(Duration.ofSeconds(3)), "returns at once");
    sockets.end.countDown();
    SingleAttemptClient.close(client);
    TransportException failure = assertInstanceOf(TransportException.class, result.get());
    assertFalse(failure.sent());
  }

  /** Connects until it is told not to. */
  private static final class SlowSockets extends javax.net.SocketFactory {

    final CountDownLatch connecting = new CountDownLatch(1);
    final CountDownLatch end = new CountDownLatch(1);

    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
          connecting.countDown();
          try {
            end.await(20, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new IOException("not connected");
        }
      };
    }

    @Override
    public Socket createSocket(String host, int port) {
      return createSocket();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
      return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
      return createSocket();
    }
  }

  @Test
  void connectionsThatTheOtherSideClosedArePassedOver() throws IOException {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.answerAndHangUp(CannedResponse.text(200, "ok")))) {
      for (int i = 0; i < 5; i++) {
        try (Response response = client.newCall(post(server)).execute()) {
          assertEquals("ok", response.body().string());
        }
        WaitFor.until(
            () -> server.openConnections() == 0, Duration.ofSeconds(5), () -> "it hangs up");
      }
      assertEquals(5, server.requests().size());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void anOpenConnectionIsUsedAgain() throws IOException {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.answer(CannedResponse.text(200, "ok")))) {
      for (int i = 0; i < 20; i++) {
        try (Response response = client.newCall(post(server)).execute()) {
          assertEquals("ok", response.body().string());
        }
      }
      assertEquals(20, server.requests().size());
      assertEquals(1, server.connections());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void anAnswerThatIsNotReadIsNotDrained() throws IOException {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.flood(CannedResponse.text(200, ""), 100_000_000))) {
      client.newCall(post(server)).execute().close();
      WaitFor.until(
          () -> server.openConnections() == 0, Duration.ofSeconds(5), () -> "it is closed");
      assertTrue(server.bytesWritten() < 20_000_000, "took " + server.bytesWritten());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void anAnswerThatIsTooLongIsNotDrainedEither() {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.flood(CannedResponse.text(200, ""), 100_000_000))) {
      failure(client, post(server));
      WaitFor.until(
          () -> server.openConnections() == 0, Duration.ofSeconds(5), () -> "it is closed");
      assertTrue(server.bytesWritten() < 20_000_000, "took " + server.bytesWritten());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void anAnswerLargerThanTheBoundFailsAndKeepsItsStatus() {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server =
        SocketSimulator.start(
            ConnectionScript.answer(CannedResponse.text(200, "x".repeat(MOST + 1))))) {
      TransportException failure = failure(client, post(server));
      assertEquals(200, failure.status());
      assertEquals(FailureReason.UNCERTAIN, failure.outcome().reason());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void anAnswerOfExactlyTheBoundIsRead() throws IOException {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server =
            SocketSimulator.start(
                ConnectionScript.answer(CannedResponse.text(200, "x".repeat(MOST))));
        Response response = client.newCall(post(server)).execute()) {
      assertEquals(MOST, response.body().string().length());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void anAnswerThatBreaksTheRulesKeepsItsStatus() {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SocketSimulator server =
        SocketSimulator.start(ConnectionScript.answer(CannedResponse.text(204, "not empty")))) {
      TransportException failure = failure(client, post(server));
      assertEquals(204, failure.status());
      assertTrue(failure.sent());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void aTokenInAUrlDoesNotComeIntoTheMessage() {
    OkHttpClient client = client(Duration.ofSeconds(5));
    try (SimulatedService nobody = SocketSimulator.refusing()) {
      TransportException failure =
          failure(client, post(nobody.baseUrl() + "/bot123:CANARYCANARY/send"));
      assertFalse(String.valueOf(failure.getMessage()).contains("CANARY"));
      assertFalse(failure.outcome().toString().contains("CANARY"));
    } finally {
      SingleAttemptClient.close(client);
    }
  }
}
