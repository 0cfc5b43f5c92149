package org.messgateway.adapter.okhttp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Dns;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.ConnectionScript;
import org.messgateway.testkit.SimulatedService;
import org.messgateway.testkit.SocketSimulator;

/** Calls without OkHttp's timeouts end at their limit, and when they are interrupted. */
class GuardedClientsTest {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int MOST = 1_000_000;

  /** Begins its answer and never ends it. */
  private static final ConnectionScript HALF =
      connection -> {
        connection.readRequest();
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal".getBytes(UTF_8));
        connection.awaitEnd();
      };

  /** Takes nothing of the request. */
  private static final ConnectionScript UNREAD = connection -> connection.pause(LONG);

  private static GuardedClients clients(Duration limit) {
    return new GuardedClients(
        limit, MOST, Duration.ZERO, HostAllowList.nothing(), Dns.SYSTEM, "dispatch.x.allow");
  }

  private static Request post(SimulatedService service, RequestBody body) {
    return new Request.Builder().url(service.baseUrl().toString()).post(body).build();
  }

  private static RequestBody hello() {
    return RequestBody.create("hello".getBytes(UTF_8));
  }

  private static Deferred failure(Duration limit, ConnectionScript script, RequestBody body) {
    try (GuardedClients clients = clients(limit);
        SocketSimulator server = SocketSimulator.start(script)) {
      OkHttpClient client = clients.of(AddressTrust.LOCAL);
      IOException failure =
          assertThrows(
              IOException.class,
              () -> {
                try (Response response = client.newCall(post(server, body)).execute()) {
                  response.body().bytes();
                }
              });
      return TransportException.outcome(failure);
    }
  }

  @Test
  void aCallEndsAtItsLimitWhileItWaitsForAnAnswer() {
    Deferred outcome = failure(Duration.ofMillis(300), ConnectionScript.hang(), hello());
    assertEquals(FailureReason.TIMEOUT, outcome.reason());
    assertEquals(Reach.POSSIBLY_SENT, outcome.reach());
  }

  @Test
  void aCallEndsAtItsLimitAmidTheAnswer() {
    Deferred outcome = failure(Duration.ofMillis(300), HALF, hello());
    assertEquals(FailureReason.TIMEOUT, outcome.reason());
    assertEquals(Reach.POSSIBLY_SENT, outcome.reach());
  }

  @Test
  void aCallEndsAtItsLimitAmidTheRequest() {
    Deferred outcome = failure(Duration.ofMillis(300), UNREAD, new Endless(new CountDownLatch(1)));
    assertEquals(FailureReason.TIMEOUT, outcome.reason());
  }

  @Test
  void manyCallsAfterOneAnotherHaveALimitEach() throws IOException {
    try (GuardedClients clients = clients(Duration.ofSeconds(20));
        SocketSimulator server =
            SocketSimulator.start(ConnectionScript.answer(CannedResponse.text(200, "ok")))) {
      OkHttpClient client = clients.of(AddressTrust.LOCAL);
      for (int i = 0; i < 50; i++) {
        try (Response response = client.newCall(post(server, hello())).execute()) {
          assertEquals("ok", response.body().string());
        }
      }
      assertEquals(1, server.connections());
    }
  }

  @Test
  void anInterruptEndsACallThatWaitsForAnAnswer() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    ConnectionScript hangs =
        connection -> {
          connection.readRequest();
          asked.countDown();
          connection.awaitEnd();
        };
    assertInterrupted(hangs, hello(), asked, null);
  }

  @Test
  void anInterruptEndsACallAmidTheAnswer() throws InterruptedException {
    CountDownLatch reading = new CountDownLatch(1);
    assertInterrupted(HALF, hello(), reading, reading);
  }

  @Test
  void anInterruptEndsACallAmidTheRequest() throws InterruptedException {
    CountDownLatch writing = new CountDownLatch(1);
    assertInterrupted(UNREAD, new Endless(writing), writing, null);
  }

  private static void assertInterrupted(
      ConnectionScript script,
      RequestBody body,
      CountDownLatch under,
      @Nullable CountDownLatch atFirstByte)
      throws InterruptedException {
    try (GuardedClients clients = clients(LONG);
        SocketSimulator server = SocketSimulator.start(script)) {
      OkHttpClient client = clients.of(AddressTrust.LOCAL);
      AtomicReference<Object> result = new AtomicReference<>();
      Thread attempt =
          Thread.ofVirtual()
              .start(() -> {
                try (Response response = client.newCall(post(server, body)).execute()) {
                  response.body().source().readByte();
                  if (atFirstByte != null) {
                    atFirstByte.countDown();
                  }
                  result.set(response.body().bytes());
                } catch (IOException e) {
                  result.set(e);
                }
              });
      assertTrue(under.await(20, TimeUnit.SECONDS), "it is under way");
      attempt.interrupt();
      assertTrue(attempt.join(Duration.ofSeconds(20)), "it ends long before its limit");
      assertInstanceOf(IOException.class, result.get());
    }
  }

  /** A body without an end. */
  private static final class Endless extends RequestBody {

    private final CountDownLatch writing;

    Endless(CountDownLatch writing) {
      this.writing = writing;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      byte[] some = new byte[65_536];
      while (true) {
        sink.write(some);
        sink.flush();
        writing.countDown();
      }
    }
  }
}
