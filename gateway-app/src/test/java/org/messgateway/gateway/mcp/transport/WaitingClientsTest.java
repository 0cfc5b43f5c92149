package org.messgateway.gateway.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.mcp.transport.McpFixture.Session;

/** What clients that wait cost: 200, each with a call, and then with a stream of notifications. */
@Tag("proof")
@SuppressWarnings("AddressSelection") // Loopback is meant.
class WaitingClientsTest {

  private static final int CLIENTS = 200;
  private static final int AGENTS = 10;
  private static final int WARM = 150;
  private static final long MOST_BYTES = 50_000;

  /** With a second connection, of which the server's buffers alone are 10 KiB. */
  private static final long MOST_WITH_STREAM = 75_000;

  @TempDir private Path folder;

  private final TestTools tools = new TestTools();
  private final List<Socket> calls = new ArrayList<>();
  private final List<Socket> streams = new ArrayList<>();

  @AfterEach
  void goOn() throws IOException {
    tools.go.countDown();
    for (Socket socket : calls) {
      socket.close();
    }
    for (Socket socket : streams) {
      socket.close();
    }
  }

  @Test
  void twoHundredClientsWaitAtOnceAtAFewKilobytesEachAndOthersAreServed() throws Exception {
    try (McpFixture mcp = new McpFixture(folder, tools.offer())) {
      List<String> tokens = new ArrayList<>();
      for (int i = 0; i < AGENTS; i++) {
        tokens.add(mcp.agent("agent-" + i));
      }
      // What is loaded, compiled and kept once is no cost of a client.
      Session first = mcp.session(tokens.getFirst());
      for (int i = 0; i < WARM; i++) {
        first.post(McpFixture.call(1, "echo", "{\"text\":\"warm\"}"));
      }
      call(mcp, first);
      listen(mcp, first);
      awaitWaiting(1);
      long before = heap();
      List<Session> clients = new ArrayList<>();
      for (int i = 1; i <= CLIENTS; i++) {
        clients.add(begun(mcp, tokens.get(i % AGENTS)));
        call(mcp, clients.getLast());
      }
      awaitWaiting(CLIENTS);
      assertCost("a call", before, MOST_BYTES);
      for (Session client : clients) {
        listen(mcp, client);
      }
      assertCost("a call and a stream", before, MOST_WITH_STREAM);

      assertEquals(
          "at once",
          first
              .ask(McpFixture.call(2, "echo", "{\"text\":\"at once\"}"))
              .at("/result/content/0/text")
              .asText(),
          "others are served beside them");
      tools.go.countDown();
      for (Socket socket : calls) {
        BufferedReader stream =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        String line = stream.readLine();
        while (!line.contains("went on")) {
          line = stream.readLine();
        }
      }
    }
  }

  /** Slower than the limit of requests of one address without a proof of who it is. */
  private Session begun(McpFixture mcp, String token) throws Exception {
    long end = System.nanoTime() + McpFixture.PATIENCE.toNanos();
    while (true) {
      try {
        return mcp.session(token);
      } catch (IOException tooMany) {
        if (!String.valueOf(tooMany.getMessage()).startsWith("429") || System.nanoTime() > end) {
          throw tooMany;
        }
        tools.interrupted.tryAcquire(100, TimeUnit.MILLISECONDS);
      }
    }
  }

  private static void assertCost(String of, long before, long most) throws JMException {
    long each = (heap() - before) / CLIENTS;
    System.out.println("A client that waits, with " + of + ": " + each + " bytes of heap");
    assertTrue(each <= most, each + " bytes for each client, with " + of);
  }

  private void listen(McpFixture mcp, Session session) throws IOException {
    streams.add(send(mcp, session, "GET", "", "Accept: text/event-stream\r\n"));
  }

  private void call(McpFixture mcp, Session session) throws IOException {
    calls.add(
        send(
            mcp,
            session,
            "POST",
            McpFixture.call(1, "wait", "{}"),
            "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"));
  }

  /** Over a plain socket, which costs no client's heap to speak of. */
  private Socket send(McpFixture mcp, Session session, String method, String body, String head)
      throws IOException {
    long end = System.nanoTime() + McpFixture.PATIENCE.toNanos();
    while (true) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), mcp.server.port());
      String request =
          """
          %s /mcp HTTP/1.1\r
          Host: localhost\r
          Authorization: Bearer %s\r
          Mcp-Session-Id: %s\r
          %sContent-Length: %d\r
          \r
          %s\
          """
              .formatted(method, session.token, session.id, head, body.length(), body);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      if (new String(status, UTF_8).endsWith("200")) {
        return socket;
      }
      socket.close();
      if (System.nanoTime() > end) {
        throw new IOException(new String(status, UTF_8));
      }
    }
  }

  private void awaitWaiting(int calls) throws InterruptedException {
    assertTrue(
        tools.waiting.tryAcquire(calls, McpFixture.PATIENCE.toSeconds(), TimeUnit.SECONDS),
        "the calls wait");
  }

  /**
   * Bytes of all objects that are referred to. How much of the heap is used says less: it counts
   * regions that threads fill, some of them by megabytes.
   */
  private static long heap() throws JMException {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    String line = histogram.strip();
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }
}
