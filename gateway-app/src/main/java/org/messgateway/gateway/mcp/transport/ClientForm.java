package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.mcp.Elicitation;
import org.messgateway.gateway.mcp.ToolProgress;

/**
 * Forms that the client of a call shows.
 *
 * @param exchange of the call
 * @param stream of its response
 */
record ClientForm(McpAsyncServerExchange exchange, EventOutput stream) implements Elicitation {

  /** No form is waited for longer. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  /** Between two looks whether an open form is still wanted. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final int LONGEST_MESSAGE = 500;

  /**
   * Tells the client of a call how far it is.
   *
   * @param token null where the client does not ask for it
   */
  static ToolProgress progress(McpAsyncServerExchange exchange, @Nullable Object token) {
    if (token == null) {
      return (_, _) -> {};
    }
    return (done, message) ->
        exchange
            .progressNotification(
                ProgressNotification.builder(token, done).message(cut(message)).build())
            .onErrorComplete()
            .subscribe();
  }

  private static String cut(String message) {
    return message.length() > LONGEST_MESSAGE
        ? message.substring(0, LONGEST_MESSAGE) + "…"
        : message;
  }

  /** A client that says nothing of kinds shows forms. */
  @Override
  public boolean available() {
    ClientCapabilities can = exchange.getClientCapabilities();
    if (can == null || can.elicitation() == null) {
      return false;
    }
    return can.elicitation().form() != null || can.elicitation().url() == null;
  }

  @Override
  public FormReply ask(
      String message, Map<String, Object> schema, Duration limit, BooleanSupplier wanted)
      throws InterruptedException {
    if (!available()) {
      return new FormReply.Dismissed();
    }
    CompletableFuture<ElicitResult> reply =
        exchange.createElicitation(ElicitFormRequest.builder(message, schema).build()).toFuture();
    try {
      Duration left = limit.compareTo(LONGEST) > 0 ? LONGEST : limit;
      while (left.isPositive() && !isThere(reply, left) && wanted.getAsBoolean()) {
        left = left.minus(LOOK);
      }
      return reply.isDone() ? reply(reply.get()) : new FormReply.Dismissed();
    } catch (ExecutionException notShown) {
      return new FormReply.Dismissed();
    } finally {
      if (reply.cancel(true)) {
        stream.withdraw();
      }
    }
  }

  /** Waits for a reply until the next look. */
  private static boolean isThere(CompletableFuture<ElicitResult> reply, Duration left)
      throws InterruptedException, ExecutionException {
    try {
      long patience = Math.min(left.toNanos(), LOOK.toNanos());
      ElicitResult _ = reply.get(patience, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException open) {
      return false;
    }
  }

  private static FormReply reply(@Nullable ElicitResult result) {
    if (result == null || result.action() == null) {
      return new FormReply.Dismissed();
    }
    return switch (result.action()) {
      case ACCEPT -> new FormReply.Filled(result.content() == null ? Map.of() : result.content());
      case DECLINE -> new FormReply.Refused();
      case CANCEL -> new FormReply.Dismissed();
    };
  }
}
