package org.messgateway.gateway.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.messgateway.gateway.cli.mcp.BridgeSession.UnreachableException;
import org.messgateway.gateway.cli.mcp.LineReader.Line;
import org.messgateway.gateway.cli.mcp.McpEndpoint.ClientGoneException;
import org.messgateway.gateway.cli.mcp.McpEndpoint.EndpointResult;
import org.messgateway.gateway.cli.mcp.McpEndpoint.OpenRequest;
import org.messgateway.gateway.cli.mcp.RpcMessage.RpcException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries messages between a client on standard input and output, and the gateway. Messages go to
 * the gateway in their order, but for requests, which wait for no other. Everything that the client
 * sends is answered, if only by an error.
 */
public final class StdioBridge implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StdioBridge.class);

  /** Above the largest message that the gateway takes, 32 MiB. */
  private static final int LONGEST_LINE = 40 << 20;

  private static final int WAITING = 512;
  private static final long MOST_BYTES = 96L << 20;

  /** For a gateway that has to start first. */
  private static final Duration OPENING = Duration.ofSeconds(50);

  private static final Duration SHORT = Duration.ofSeconds(20);

  /** Streams without a word are opened anew. */
  private static final Duration SILENCE = Duration.ofMinutes(1);

  /** Before a gateway is asked again that sends nothing of itself. */
  private static final Duration NOTHING_TO_HEAR = Duration.ofMinutes(5);

  /** At the end of the input, for what is nearly done. */
  private static final Duration GRACE = Duration.ofMillis(600);

  /** Then, to tell the gateway. */
  private static final Duration FAREWELL = Duration.ofMillis(300);

  private static final int LEAST_PAUSE = 200;
  private static final int LONGEST_PAUSE = 1_000;
  private static final int METHOD_NOT_FOUND = -32601;

  private final LineReader lines;
  private final ClientWriter client;
  private final McpEndpoint endpoint;
  private final BridgeSession session;
  private final BridgeCalls calls;
  private final RpcMessage.Reader reader = new RpcMessage.Reader();
  private final BlockingQueue<RpcMessage> waiting = new LinkedBlockingQueue<>(WAITING);
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch open = new CountDownLatch(1);
  private final AtomicLong waitingBytes = new AtomicLong();
  private volatile boolean working;

  /**
   * @param in what the client sends, a message a line
   * @param out what it gets
   * @param exchange which of the gateway's exchanges; empty for its first
   */
  public StdioBridge(
      InputStream in, OutputStream out, GatewayFinder finder, Optional<String> exchange) {
    lines = new LineReader(in, LONGEST_LINE);
    client = new ClientWriter(out);
    endpoint = new McpEndpoint(exchange);
    session = new BridgeSession(endpoint, finder, client);
    calls = new BridgeCalls(endpoint, session, client, ending::countDown);
  }

  /** Carries until the client's input ends, or the client takes nothing any more. */
  public void run() throws InterruptedException {
    Thread.ofVirtual().name("mcp-sender").start(this::send);
    Thread.ofVirtual().name("mcp-listener").start(this::listen);
    // Nothing ends a read of standard input: so it is another thread's.
    Thread.ofPlatform().daemon().name("mcp-input").start(this::read);
    ending.await();
  }

  private void read() {
    try {
      for (Line line = lines.next(); line != null; line = lines.next()) {
        take(line);
      }
      finishing();
    } catch (IOException e) {
      log.debug("The client has gone.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ending.countDown();
    }
  }

  private void take(Line line) throws IOException, InterruptedException {
    if (!line.whole()) {
      client.error(
          RpcMessage.NO_ID, RpcException.INVALID, "A line longer than 40 MiB is not taken.");
      return;
    }
    if (line.isBlank()) {
      return;
    }
    try {
      RpcMessage message = reader.read(line.bytes());
      boolean fits = waitingBytes.addAndGet(message.json().length) <= MOST_BYTES;
      if (!fits || !waiting.offer(message, SHORT.toMillis(), TimeUnit.MILLISECONDS)) {
        waitingBytes.addAndGet(-message.json().length);
        refuse(message, BridgeCalls.FAILED, "Too many messages at a time wait for the gateway.");
      }
    } catch (RpcException e) {
      client.error(e.id(), e.code(), String.valueOf(e.getMessage()));
    }
  }

  private void refuse(RpcMessage message, int code, String sentence) throws IOException {
    if (message.kind() == RpcMessage.Kind.REQUEST) {
      client.error(message.id(), code, sentence);
    } else {
      log.warn("A message of the client is left out: {}", sentence);
    }
  }

  /** What is nearly done may end: clients that are scripts close their end at once. */
  private void finishing() throws InterruptedException {
    long until = System.nanoTime() + GRACE.toNanos();
    while (System.nanoTime() - until < 0 && (working || !waiting.isEmpty() || !calls.none())) {
      if (ending.await(10, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  private void send() {
    try {
      while (ending.getCount() > 0) {
        RpcMessage message = waiting.take();
        waitingBytes.addAndGet(-message.json().length);
        working = true;
        try {
          send(message);
        } catch (UnreachableException e) {
          refuse(message, BridgeCalls.FAILED, String.valueOf(e.getMessage()));
        }
        working = false;
      }
    } catch (IOException | ClientGoneException e) {
      log.debug("The client has gone.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ending.countDown();
    }
  }

  private void send(RpcMessage message)
      throws IOException, InterruptedException, UnreachableException, ClientGoneException {
    switch (message.kind()) {
      case REQUEST -> request(message);
      case NOTIFICATION -> {
        if (session.isOpen()) {
          notification(message);
        }
      }
      case RESPONSE -> {
        GatewaySession at = session.askedIn(message);
        if (at != null && at.equals(session.now())) {
          post(at, message);
        }
      }
    }
  }

  private void request(RpcMessage message)
      throws IOException, InterruptedException, UnreachableException, ClientGoneException {
    if (message.method().equals("initialize")) {
      if (session.isOpen()) {
        refuse(message, RpcException.INVALID, "This session is open already.");
      } else {
        session.open(message, OPENING);
      }
    } else if (session.isOpen()) {
      calls.start(message);
    } else if (message.method().equals("ping")) {
      client.done(message.id());
    } else if (message.method().equals("server/discover")) {
      refuse(message, METHOD_NOT_FOUND, "Method not found: begin with initialize.");
    } else {
      refuse(message, RpcException.INVALID, "The session is not open: send initialize first.");
    }
  }

  private void notification(RpcMessage message)
      throws InterruptedException, UnreachableException, ClientGoneException {
    switch (message.method()) {
      case "notifications/cancelled" -> calls.cancel(message);
      case "notifications/initialized" -> {
        GatewaySession at = session.live(BridgeSession.GATEWAY_LIMIT);
        session.ready(message);
        post(at, message);
        open.countDown();
      }
      default -> post(session.live(BridgeSession.GATEWAY_LIMIT), message);
    }
  }

  private void post(GatewaySession at, RpcMessage message)
      throws InterruptedException, ClientGoneException {
    EndpointResult outcome = endpoint.post(at, message.json(), "", _ -> {}, new OpenRequest(SHORT));
    switch (outcome) {
      case EndpointResult.Away _, EndpointResult.Forgotten _ -> session.ended(at);
      case EndpointResult.Refused(int status, String body) ->
          log.warn("The gateway took no {}: {}", message, Refusal.text(status, body));
      case EndpointResult.Taken _, EndpointResult.Silent _, EndpointResult.Ended _ -> {}
    }
  }

  /** Hears what the gateway sends of itself; so a session that ends is opened anew at once. */
  private void listen() {
    try {
      open.await();
      while (ending.getCount() > 0) {
        listenOnce();
      }
    } catch (ClientGoneException e) {
      ending.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void listenOnce() throws InterruptedException, ClientGoneException {
    int pause = ThreadLocalRandom.current().nextInt(LEAST_PAUSE, LONGEST_PAUSE);
    try {
      GatewaySession at = session.live(BridgeSession.GATEWAY_LIMIT);
      EndpointResult outcome =
          endpoint.listen(at, message -> session.deliver(message, at), new OpenRequest(SILENCE));
      switch (outcome) {
        case EndpointResult.Away _, EndpointResult.Forgotten _ -> {
          session.ended(at);
          return;
        }
        // One that sends nothing of itself.
        case EndpointResult.Refused _ -> pause = (int) NOTHING_TO_HEAR.toMillis();
        case EndpointResult.Taken _, EndpointResult.Silent _, EndpointResult.Ended _ -> {}
      }
    } catch (UnreachableException e) {
      log.warn("{}", e.getMessage());
    }
    ending.await(pause, TimeUnit.MILLISECONDS);
  }

  /** Ends what is under way at the gateway, and the session; takes half a second at most. */
  @Override
  public void close() {
    ending.countDown();
    try {
      boolean idle = calls.none();
      calls.cancelAll();
      GatewaySession at = session.now();
      if (at != null) {
        Thread farewell = Thread.ofVirtual().name("mcp-farewell").start(() -> delete(at));
        if (!idle) {
          Thread.sleep(FAREWELL.dividedBy(3));
        }
        farewell.join(FAREWELL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      endpoint.close();
    }
  }

  private void delete(GatewaySession at) {
    try {
      endpoint.delete(at, new OpenRequest(FAREWELL));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
