package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import org.messgateway.gateway.http.limits.RequestFailureLog;
import reactor.core.publisher.Mono;

/** Has requests done by the SDK, and tells their clients nothing of what failed. */
final class RequestWork {

  /** What clients read of a failure on our side. */
  static final String FAILED = "This failed on our side. Try again later.";

  private final RequestFailureLog failures;

  private final ArgumentAliases aliases;

  RequestWork(RequestFailureLog failures, ArgumentAliases aliases) {
    this.failures = failures;
    this.aliases = aliases;
  }

  /** A stream for the result of a request. */
  EventOutput stream(RpcMessages json, String method) {
    return new EventOutput(
        json,
        message ->
            failures.failedForAgent("The method " + method, new IllegalStateException(message)));
  }

  /**
   * The work of one request.
   *
   * @param stream where its result is said
   */
  EventResponses.Work of(
      AgentSession session, CallContext context, JSONRPCRequest asked, EventOutput stream) {
    return new Call(session, context, aliases.renamed(asked), stream);
  }

  private final class Call implements EventResponses.Work {

    private final AgentSession session;
    private final CallContext context;
    private final JSONRPCRequest asked;
    private final EventOutput stream;
    private final RunningCall call;

    Call(AgentSession session, CallContext context, JSONRPCRequest asked, EventOutput stream) {
      this.session = session;
      this.context = context;
      this.asked = asked;
      this.stream = stream;
      this.call = new RunningCall(asked.id(), stream, this::run);
    }

    @Override
    public void begin() {
      session.begin(asked, call);
    }

    private void run() {
      try {
        in(context.forSdk(stream), session.sdk().responseStream(stream).handle(asked));
      } catch (IllegalArgumentException badParams) {
        error(ErrorCodes.INVALID_PARAMS, "params are not as this method wants them.");
      } catch (RuntimeException | StackOverflowError failed) {
        failures.failedForAgent("The method " + asked.method(), failed);
        error(ErrorCodes.INTERNAL_ERROR, FAILED);
      } finally {
        stream.end();
      }
    }

    private void error(int code, String sentence) {
      stream.say(JSONRPCResponse.error(asked.id(), new JSONRPCError(code, sentence)));
    }

    @Override
    public void revoked() {
      call.stop("The token was revoked, or has expired. Nothing is told to it any more.");
    }

    @Override
    public void end() {
      call.finish();
      session.end(asked);
    }
  }

  /** Passes a notification on. */
  static void heard(AgentSession session, CallContext context, JSONRPCNotification told) {
    in(context.forSdk(), session.sdk().accept(told));
  }

  /** Passes the answer to a request of ours on, to whoever waits for it. */
  static void accepted(AgentSession session, CallContext context, JSONRPCResponse answered) {
    in(context.forSdk(), session.sdk().accept(answered));
  }

  /** All of the SDK's work is done on this thread. */
  private static void in(McpTransportContext context, Mono<Void> work) {
    work.contextWrite(known -> known.put(McpTransportContext.KEY, context)).block();
  }
}
