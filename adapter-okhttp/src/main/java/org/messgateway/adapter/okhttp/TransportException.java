package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;

/** A call that failed without a complete answer, and the progress that it had made. */
public final class TransportException extends IOException {

  @Serial private static final long serialVersionUID = 2L;

  private static final int DEEPEST = 20;

  private final boolean sent;
  private final int status;

  /** The cause's message is not copied, because it may hold an address with a token. */
  TransportException(boolean sent, int status, IOException cause) {
    super(cause.getClass().getSimpleName(), cause);
    this.sent = sent;
    this.status = status;
  }

  /** Whether the service may have read the request. */
  public boolean sent() {
    return sent;
  }

  /**
   * The status of an answer that broke the protocol (for example a 204 with a body); 0 when no
   * answer began.
   */
  public int status() {
    return status;
  }

  /** The status of the answer that a failed call began to read; 0 when there was none. */
  public static int statusOf(Throwable failure) {
    return first(causes(failure), TransportException.class)
        .map(TransportException::status)
        .orElse(0);
  }

  /** The outcome of the attempt. */
  public Deferred outcome() {
    return outcome(this);
  }

  /**
   * The outcome of a failure without an answer. Vendors' clients wrap exceptions, so the causes are
   * searched for a transport failure. An unknown failure counts as possibly sent.
   */
  public static Deferred outcome(Throwable failure) {
    List<Throwable> causes = causes(failure);
    boolean sent =
        first(causes, TransportException.class).map(TransportException::sent).orElse(true);
    return sent ? afterSending(causes) : beforeSending(causes);
  }

  private static Deferred beforeSending(List<Throwable> causes) {
    ForbiddenAddressException forbidden =
        first(causes, ForbiddenAddressException.class).orElse(null);
    if (forbidden != null) {
      return unsent(FailureReason.ADDRESS_FORBIDDEN, forbidden.sentence());
    }
    if (first(causes, InterruptedIOException.class).isPresent()) {
      return unsent(FailureReason.TIMEOUT, "No connection could be made in time.");
    }
    return unsent(FailureReason.UNREACHABLE, unreachable(causes));
  }

  private static Deferred unsent(FailureReason reason, String sentence) {
    return new Deferred(reason, sentence, Reach.BEFORE_SENDING);
  }

  private static Deferred afterSending(List<Throwable> causes) {
    return first(causes, InterruptedIOException.class).isPresent()
        ? new Deferred(FailureReason.TIMEOUT, "There was no answer in time.", Reach.POSSIBLY_SENT)
        : new Deferred(
            FailureReason.UNCERTAIN,
            "The connection broke before a whole answer came.",
            Reach.POSSIBLY_SENT);
  }

  private static String unreachable(List<Throwable> causes) {
    if (first(causes, UnknownHostException.class).isPresent()) {
      return "The name of the host cannot be resolved.";
    }
    if (first(causes, SSLException.class).isPresent()) {
      return "No secure connection could be made: check the certificate.";
    }
    if (first(causes, NoRouteToHostException.class).isPresent()) {
      return "There is no route to the host.";
    }
    if (first(causes, ConnectException.class).isPresent()) {
      return "The connection was refused.";
    }
    return "No connection could be made.";
  }

  /**
   * The failure, its causes and their suppressed exceptions: one attempt may connect to several
   * addresses.
   */
  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    collect(failure, causes);
    return causes;
  }

  private static void collect(@Nullable Throwable failure, List<Throwable> causes) {
    if (failure == null || causes.size() == DEEPEST) {
      return;
    }
    causes.add(failure);
    collect(failure.getCause(), causes);
    for (Throwable suppressed : failure.getSuppressed()) {
      collect(suppressed, causes);
    }
  }

  private static <T> Optional<T> first(List<Throwable> causes, Class<T> type) {
    return causes.stream().filter(type::isInstance).map(type::cast).findFirst();
  }
}
