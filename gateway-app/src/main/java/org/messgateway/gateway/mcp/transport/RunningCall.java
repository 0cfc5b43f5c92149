package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request of a client that is being done, on a virtual thread of its own. */
final class RunningCall {

  /** Of the errors that JSON-RPC leaves to servers: the same request may succeed later. */
  private static final int NOT_NOW = -32000;

  private static final Logger LOG = LoggerFactory.getLogger(RunningCall.class);

  /** What was interrupted has so long to come to an end before it is given up. */
  private static final Duration LAST_MOMENT = Duration.ofSeconds(5);

  private final Object id;
  private final EventOutput stream;
  private final Thread thread;

  /**
   * @param id of the request in JSON-RPC
   * @param stream where its result is said
   * @param work does it, and fails by nothing
   */
  RunningCall(Object id, EventOutput stream, Runnable work) {
    this.id = id;
    this.stream = stream;
    this.thread = Thread.ofVirtual().name("mcp-call").unstarted(work);
  }

  void start() {
    thread.start();
  }

  /** Nobody wants the result any more: it is not said, and the work is interrupted. */
  void cancel() {
    stream.end();
    thread.interrupt();
  }

  /** The same, and the client is told why there is no result. */
  void stop(String sentence) {
    stream.say(JSONRPCResponse.error(id, new JSONRPCError(NOT_NOW, sentence)));
    cancel();
  }

  /** Interrupts the work if it goes on, and waits a moment for its end. */
  void finish() {
    cancel();
    try {
      if (!thread.join(LAST_MOMENT)) {
        LOG.warn("A tool call goes on although nobody waits for its result any more.");
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
