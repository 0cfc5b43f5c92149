package org.messgateway.gateway.mcp.transport;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.http.limits.RequestPlaces;

/** Responses of server-sent events, from their first byte to their last. Safe for all threads. */
final class EventResponses {

  private static final HeaderName BUFFERING = HeaderNames.create("X-Accel-Buffering");

  private final McpAccess access;

  /** A party for each response that is being sent. */
  private final Phaser open = new Phaser(1);

  EventResponses(McpAccess access) {
    this.access = access;
  }

  /** Something that is done for a request while its response is being sent. */
  interface Work {

    void begin();

    /** The token of the request was revoked. */
    void revoked();

    /** After the response, however it ended. */
    void end();
  }

  /**
   * Sends what a stream says until it ends. From the first second on the request counts as one that
   * waits, where there is room for it; else as one that works.
   *
   * @throws CloseConnectionException when the client has gone
   */
  void send(ServerRequest request, ServerResponse response, EventOutput stream, Work work) {
    respond(request, response, stream, work, false, () -> RequestPlaces.waits(request));
  }

  /**
   * The same for a stream that has nothing to say yet.
   *
   * @throws ProblemException 503 when too many wait already
   */
  void listen(ServerRequest request, ServerResponse response, EventOutput stream, Work work) {
    if (!RequestPlaces.waits(request)) {
      throw new ProblemException(503, "Not now", "Too many are waiting already.")
          .typed("urn:mess:not-now")
          .retryAfter(Duration.ofSeconds(5));
    }
    respond(request, response, stream, work, true, () -> {});
  }

  private void respond(
      ServerRequest request,
      ServerResponse response,
      EventOutput stream,
      Work work,
      boolean opened,
      Runnable waits) {
    open.register();
    try {
      work.begin();
      try {
        flow(request, response, stream, work, opened, waits);
      } finally {
        work.end();
      }
    } finally {
      open.arriveAndDeregister();
    }
  }

  private void flow(
      ServerRequest request,
      ServerResponse response,
      EventOutput stream,
      Work work,
      boolean opened,
      Runnable waits) {
    response.header(HeaderNames.CONTENT_TYPE, McpRequestHead.EVENTS).header(BUFFERING, "no");
    try (OutputStream out = response.outputStream()) {
      if (opened) {
        EventOutput.open(out);
      }
      stream.send(
          out,
          () -> {
            waits.run();
            if (!access.still(request)) {
              work.revoked();
            }
          });
    } catch (IOException | UncheckedIOException gone) {
      throw new CloseConnectionException("The client of an event stream has gone", gone);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("The server is being stopped", stopping);
    }
  }

  /** Waits until all that were begun are sent. */
  void awaitAll(Duration patience) {
    int phase = open.arrive();
    try {
      open.awaitAdvanceInterruptibly(phase, patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException slowClients) {
      // The server closes their connections.
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
