package org.messgateway.gateway.cli.mcp;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.messgateway.gateway.cli.mcp.BridgeSession.UnreachableException;
import org.messgateway.gateway.cli.mcp.McpEndpoint.ClientGoneException;
import org.messgateway.gateway.cli.mcp.McpEndpoint.EndpointResult;
import org.messgateway.gateway.cli.mcp.McpEndpoint.OpenRequest;

/**
 * The client's requests that are under way, each on a virtual thread. One whose gateway ends is
 * sent again to the next, with the same key, so that it is done once. Thread-safe.
 */
final class BridgeCalls {

  /** Of errors that are the bridge's own. */
  static final int FAILED = -32000;

  private static final int MOST = 64;
  private static final long MOST_BYTES = 128L << 20;

  /** A request that ends each gateway it comes to must not go on for ever. */
  private static final int MOST_GATEWAYS = 12;

  /** A gateway sends a comment every few seconds while it works on a call. */
  private static final Duration SILENCE = Duration.ofMinutes(1);

  private static final Duration CANCELLED = Duration.ofSeconds(5);

  private final String keyStart = "bridge-" + UUID.randomUUID() + "-";
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final Map<String, Call> pending = new ConcurrentHashMap<>();
  private final McpEndpoint endpoint;
  private final BridgeSession session;
  private final ClientWriter client;
  private final Runnable clientGone;

  /**
   * @param clientGone called when the client takes no messages any more
   */
  BridgeCalls(
      McpEndpoint endpoint, BridgeSession session, ClientWriter client, Runnable clientGone) {
    this.endpoint = endpoint;
    this.session = session;
    this.client = client;
    this.clientGone = clientGone;
  }

  /**
   * Begins one.
   *
   * @throws IOException when the client has gone
   */
  void start(RpcMessage message) throws IOException {
    Call call = new Call(message, keyStart + count.incrementAndGet());
    if (pending.size() >= MOST || bytes.get() + message.json().length > MOST_BYTES) {
      client.error(
          message.id(),
          FAILED,
          "Too many calls at a time: " + MOST + " and 128 MiB at most. Wait for answers first.");
    } else if (pending.putIfAbsent(message.id(), call) != null) {
      client.error(
          message.id(),
          RpcMessage.RpcException.INVALID,
          "A request with this id is under way already.");
    } else {
      bytes.addAndGet(message.json().length);
      Thread.ofVirtual().name("mcp-call").start(call);
    }
  }

  /** Passes on that the client waits no more, and ends the call. */
  void cancel(RpcMessage notification) throws InterruptedException, ClientGoneException {
    Call call = pending.get(notification.text(RpcMessage.REQUEST_ID));
    if (call != null) {
      call.cancel(notification.json());
    }
  }

  /** Whether none is under way. */
  boolean none() {
    return pending.isEmpty();
  }

  /** Ends all, and says so to the gateway; returns at once. */
  void cancelAll() {
    for (Call call : pending.values()) {
      byte[] notification =
          ClientWriter.notification(
              "notifications/cancelled", RpcMessage.REQUEST_ID, call.message.id());
      Thread.ofVirtual().name("mcp-cancel").start(() -> call.cancelQuietly(notification));
    }
  }

  /** One request. */
  private final class Call implements Runnable {

    private final RpcMessage message;
    private final String key;
    private final OpenRequest request = new OpenRequest(SILENCE);
    private final AtomicBoolean over = new AtomicBoolean();

    Call(RpcMessage message, String key) {
      this.message = message;
      this.key = key;
    }

    @Override
    public void run() {
      try {
        answer();
      } catch (UnreachableException e) {
        fail(String.valueOf(e.getMessage()));
      } catch (ClientGoneException e) {
        clientGone.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        pending.remove(message.id(), this);
        bytes.addAndGet(-message.json().length);
      }
    }

    private void answer() throws InterruptedException, UnreachableException, ClientGoneException {
      for (int gateway = 0; gateway < MOST_GATEWAYS && !over.get(); gateway++) {
        GatewaySession at = session.live(BridgeSession.GATEWAY_LIMIT);
        EndpointResult outcome =
            endpoint.post(at, message.json(), key, answer -> take(answer, at), request);
        switch (outcome) {
          case EndpointResult.Refused refused ->
              fail(Refusal.text(refused.status(), refused.body()));
          case EndpointResult.Silent _ ->
              fail("The gateway said nothing for " + SILENCE.toSeconds() + " s: it hangs.");
          case EndpointResult.Ended _ -> over.set(true);
          case EndpointResult.Forgotten _, EndpointResult.Away _, EndpointResult.Taken _ -> {
            if (!over.get()) {
              session.ended(at);
              Thread.sleep(ThreadLocalRandom.current().nextInt(5, 20));
            }
          }
        }
      }
      fail("The gateway ended again and again before it answered.");
    }

    private void take(RpcMessage answer, GatewaySession at) throws ClientGoneException {
      if (answer.kind() != RpcMessage.Kind.RESPONSE) {
        session.deliver(answer, at);
      } else if (answer.id().equals(message.id())
          && !answer.notNow()
          && over.compareAndSet(false, true)) {
        if (!answer.failed()) {
          session.succeeded(message);
        }
        // Before the client hears of it: it may use the id again.
        pending.remove(message.id(), this);
        session.write(answer);
      }
    }

    private void fail(String sentence) {
      if (over.compareAndSet(false, true)) {
        try {
          pending.remove(message.id(), this);
          client.error(message.id(), FAILED, sentence);
        } catch (IOException e) {
          clientGone.run();
        }
      }
    }

    void cancel(byte[] notification) throws InterruptedException, ClientGoneException {
      over.set(true);
      pending.remove(message.id(), this);
      GatewaySession now = session.now();
      if (now != null) {
        endpoint.post(now, notification, "", _ -> {}, new OpenRequest(CANCELLED));
      }
      request.end();
    }

    private void cancelQuietly(byte[] notification) {
      try {
        cancel(notification);
      } catch (ClientGoneException e) {
        clientGone.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
