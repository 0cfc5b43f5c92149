package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;

/** A call that failed without an answer, and whether anything had been sent by then. */
public final class TransportException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean sent;

  /** The message of the cause stays out: it may hold an address with a token in it. */
  TransportException(boolean sent, IOException cause) {
    super(cause.getClass().getSimpleName(), cause);
    this.sent = sent;
  }

  /** Whether the first byte may have left. */
  public boolean sent() {
    return sent;
  }

  /** What it means for the delivery. */
  public Deferred outcome() {
    return outcome(this);
  }

  /**
   * What a failure without an answer means; looks for a transport failure among the causes, since
   * vendors' clients wrap. A failure of which nothing is known counts as possibly sent.
   */
  public static Deferred outcome(Throwable failure) {
    boolean sent = true;
    Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransportException transport) {
        sent = transport.sent;
      }
      root = cause;
    }
    return classify(root, sent);
  }

  private static Deferred classify(Throwable root, boolean sent) {
    Reach reach = sent ? Reach.POSSIBLY_SENT : Reach.BEFORE_SENDING;
    if (root instanceof InterruptedIOException) {
      return new Deferred(FailureReason.TIMEOUT, "There was no answer in time.", reach);
    }
    if (!sent) {
      return new Deferred(FailureReason.UNREACHABLE, unreachable(root), reach);
    }
    return new Deferred(
        FailureReason.UNCERTAIN, "The connection broke before an answer came.", reach);
  }

  private static String unreachable(Throwable root) {
    return switch (root) {
      case UnknownHostException _ -> "The name of the host cannot be resolved.";
      case NoRouteToHostException _ -> "There is no route to the host.";
      case ConnectException _ -> "The connection was refused.";
      case SSLException _ -> "No secure connection could be made: check the certificate.";
      default -> "No connection could be made.";
    };
  }
}
