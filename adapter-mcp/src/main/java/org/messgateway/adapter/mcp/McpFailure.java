package org.messgateway.adapter.mcp;

import java.io.Serial;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

/** A request without a usable answer, as the outcome of the attempt that made it. */
final class McpFailure extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;
  private final boolean sessionForgotten;

  McpFailure(Outcome outcome) {
    this(outcome, false);
  }

  private McpFailure(Outcome outcome, boolean sessionForgotten) {
    super(outcome.getClass().getSimpleName());
    this.outcome = outcome;
    this.sessionForgotten = sessionForgotten;
  }

  /** The server does not know the session any more, and did nothing. */
  static McpFailure sessionForgotten(Outcome outcome) {
    return new McpFailure(outcome, true);
  }

  static McpFailure of(FailureReason reason, String sentence, Reach reach) {
    return new McpFailure(new Deferred(reason, sentence, reach));
  }

  /** An answer that is none, after the request was sent. */
  static McpFailure unreadable(String what) {
    return of(
        FailureReason.UNCERTAIN,
        "The server's answer is not of the protocol: " + what + ".",
        Reach.POSSIBLY_SENT);
  }

  Outcome outcome() {
    return outcome;
  }

  boolean sessionForgotten() {
    return sessionForgotten;
  }

  /** The same failure of a request that could not reach the program that does tasks. */
  McpFailure ofPreparation() {
    return switch (outcome) {
      case Deferred(var reason, var sentence, _, var retryAfter) ->
          new McpFailure(
              new Deferred(reason, sentence, Reach.BEFORE_SENDING, retryAfter), sessionForgotten);
      case Rejected _, Outcome.Delivered _ -> this;
    };
  }

  /** For people; one line, no secrets. */
  String sentence() {
    return switch (outcome) {
      case Deferred deferred -> deferred.sentence();
      case Rejected rejected -> rejected.sentence();
      case Outcome.Delivered _ -> "";
    };
  }
}
