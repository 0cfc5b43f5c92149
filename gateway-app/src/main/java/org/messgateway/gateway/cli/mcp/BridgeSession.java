package org.messgateway.gateway.cli.mcp;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.mcp.McpEndpoint.ClientGoneException;
import org.messgateway.gateway.cli.mcp.McpEndpoint.EndpointResult;
import org.messgateway.gateway.cli.mcp.McpEndpoint.OpenRequest;

/**
 * The client's one session, over all gateways that follow each other: when one has ended, a session
 * at the next is opened as the client opened the first, with its log level and its subscriptions.
 * Thread-safe.
 */
final class BridgeSession {

  /** From the end of one gateway until the next can be asked, at most. */
  static final Duration GATEWAY_LIMIT = Duration.ofSeconds(60);

  /** For what a gateway answers at once. */
  private static final Duration SHORT = Duration.ofSeconds(20);

  private static final int MOST_SUBSCRIPTIONS = 1_000;
  private static final int MOST_ASKED = 1_000;
  private static final int LEAST_PAUSE = 20;
  private static final int LONGEST_PAUSE = 70;

  private final McpEndpoint endpoint;
  private final GatewayFinder finder;
  private final ClientWriter client;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, RpcMessage> subscriptions = new LinkedHashMap<>();

  /** Requests of the gateway that the client has not answered, by id, with their session. */
  private final Map<String, GatewaySession> asked = new ConcurrentHashMap<>();

  private volatile @Nullable GatewaySession current;
  private volatile @Nullable RpcMessage initialize;
  private volatile @Nullable RpcMessage initialized;
  private volatile @Nullable RpcMessage logLevel;

  BridgeSession(McpEndpoint endpoint, GatewayFinder finder, ClientWriter client) {
    this.endpoint = endpoint;
    this.finder = finder;
    this.client = client;
  }

  /** No gateway can be asked, or it says no; the message is for the client. */
  static final class UnreachableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreachableException(String message) {
      super(message);
    }
  }

  /** Whether the client has opened it. */
  boolean isOpen() {
    return initialize != null;
  }

  /**
   * Opens it as the client asks, and answers the client.
   *
   * @throws UnreachableException when that is not possible in time; it is not open then
   */
  void open(RpcMessage first, Duration limit)
      throws InterruptedException, UnreachableException, ClientGoneException {
    lock.lockInterruptibly();
    try {
      Opened opened = connect(first, System.nanoTime() + limit.toNanos());
      write(opened.answer());
      if (!opened.answer().failed()) {
        initialize = first;
        current = opened.session();
      }
    } finally {
      lock.unlock();
    }
  }

  private record Opened(GatewaySession session, RpcMessage answer) {}

  /**
   * The session at the gateway of now, opened anew where the one before has ended.
   *
   * @param limit how long at most
   */
  GatewaySession live(Duration limit)
      throws InterruptedException, UnreachableException, ClientGoneException {
    GatewaySession now = current;
    if (now != null) {
      return now;
    }
    if (!lock.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new UnreachableException(absent(""));
    }
    try {
      GatewaySession found = current;
      return found == null ? reopen(System.nanoTime() + limit.toNanos()) : found;
    } finally {
      lock.unlock();
    }
  }

  private GatewaySession reopen(long until)
      throws InterruptedException, UnreachableException, ClientGoneException {
    RpcMessage first = initialize;
    if (first == null) {
      throw new UnreachableException("Send initialize first.");
    }
    while (true) {
      GatewaySession next = connect(first, until).session();
      if (restored(next)) {
        current = next;
        withdrawQuestions(next);
        return next;
      }
      pause(until, "");
    }
  }

  /** Says to a new session what the client said to the first. */
  private boolean restored(GatewaySession session)
      throws InterruptedException, ClientGoneException {
    if (!repeated(session, initialized) || !repeated(session, logLevel)) {
      return false;
    }
    for (Map.Entry<String, RpcMessage> each : Map.copyOf(subscriptions).entrySet()) {
      if (!repeated(session, each.getValue())) {
        return false;
      }
      // Between the two sessions it may have changed.
      tell(ClientWriter.notification("notifications/resources/updated", "uri", each.getKey()));
    }
    return true;
  }

  private boolean repeated(GatewaySession session, @Nullable RpcMessage said)
      throws InterruptedException, ClientGoneException {
    return said == null
        || !(endpoint.post(session, said.json(), "", _ -> {}, new OpenRequest(SHORT))
            instanceof EndpointResult.Away);
  }

  /** What the gateway before asked of the client, nobody waits for any more. */
  private void withdrawQuestions(GatewaySession next) throws ClientGoneException {
    for (Map.Entry<String, GatewaySession> each : Map.copyOf(asked).entrySet()) {
      if (!each.getValue().equals(next) && asked.remove(each.getKey(), each.getValue())) {
        tell(
            ClientWriter.notification(
                "notifications/cancelled", RpcMessage.REQUEST_ID, each.getKey()));
      }
    }
  }

  private Opened connect(RpcMessage first, long until)
      throws InterruptedException, UnreachableException, ClientGoneException {
    while (true) {
      String why;
      try {
        GatewaySession opening = GatewaySession.opening(finder.find());
        RpcMessage[] answer = new RpcMessage[1];
        OpenRequest request = new OpenRequest(SHORT);
        EndpointResult outcome =
            endpoint.post(opening, first.json(), "", message -> answer[0] = message, request);
        switch (outcome) {
          case EndpointResult.Taken taken when answer[0] != null -> {
            return new Opened(session(opening, taken.session(), answer[0]), answer[0]);
          }
          case EndpointResult.Refused refused ->
              throw new UnreachableException(Refusal.text(refused.status(), refused.body()));
          case EndpointResult.Ended _ -> throw new UnreachableException("This process is ending.");
          case EndpointResult.Forgotten(int status) -> why = "the gateway answered " + status;
          case EndpointResult.Away(String reason) -> why = reason;
          case EndpointResult.Taken _, EndpointResult.Silent _ ->
              why = "the gateway did not answer";
        }
        finder.forget();
      } catch (GatewayFinder.HopelessException e) {
        throw new UnreachableException(String.valueOf(e.getMessage()));
      } catch (IOException absent) {
        why = String.valueOf(absent.getMessage());
      }
      pause(until, why);
    }
  }

  private static GatewaySession session(GatewaySession opening, String id, RpcMessage answer) {
    String version = answer.text(RpcMessage.VERSION).replace("\"", "");
    return new GatewaySession(opening.gateway(), id, version);
  }

  private static void pause(long until, String why)
      throws InterruptedException, UnreachableException {
    if (System.nanoTime() - until > 0) {
      throw new UnreachableException(absent(why));
    }
    Thread.sleep(ThreadLocalRandom.current().nextInt(LEAST_PAUSE, LONGEST_PAUSE));
  }

  private static String absent(String why) {
    return "The gateway cannot be reached" + (why.isEmpty() ? "." : ": " + why);
  }

  /** This session has ended: the next call opens another. */
  void ended(GatewaySession session) {
    lock.lock();
    try {
      if (session.equals(current)) {
        current = null;
        finder.forget();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The one that is open at a gateway; null where there is none now. */
  @Nullable GatewaySession now() {
    return current;
  }

  /** The client is ready; said to each gateway. */
  void ready(RpcMessage message) {
    initialized = message;
  }

  /** A call of the client succeeded: what it changed in the session is kept. */
  void succeeded(RpcMessage call) {
    lock.lock();
    try {
      String uri = call.text(RpcMessage.URI);
      switch (call.method()) {
        case "logging/setLevel" -> logLevel = call;
        case "resources/subscribe" -> {
          if (subscriptions.size() < MOST_SUBSCRIPTIONS) {
            subscriptions.put(uri, call);
          }
        }
        case "resources/unsubscribe" -> subscriptions.remove(uri);
        default -> {}
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives the client a message that a gateway sent of itself. */
  void deliver(RpcMessage message, GatewaySession session) throws ClientGoneException {
    if (message.kind() == RpcMessage.Kind.REQUEST && asked.size() < MOST_ASKED) {
      asked.put(message.id(), session);
    } else if (message.method().equals("notifications/cancelled")) {
      asked.remove(message.text(RpcMessage.REQUEST_ID));
    }
    write(message);
  }

  /** The session in which the gateway asked what the client answers; null where it has ended. */
  @Nullable GatewaySession askedIn(RpcMessage response) {
    return asked.remove(response.id());
  }

  void write(RpcMessage message) throws ClientGoneException {
    tell(message.json());
  }

  private void tell(byte[] json) throws ClientGoneException {
    try {
      client.write(json);
    } catch (IOException e) {
      throw new ClientGoneException(e);
    }
  }
}
