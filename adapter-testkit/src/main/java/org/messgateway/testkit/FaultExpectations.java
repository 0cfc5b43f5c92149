package org.messgateway.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;

/** The expected outcome of each fault. */
final class FaultExpectations {

  private static final Duration CLOCK_SLACK = Duration.ofSeconds(1);

  private final boolean statusLineSettles;

  FaultExpectations(boolean statusLineSettles) {
    this.statusLineSettles = statusLineSettles;
  }

  /** The difference between an outcome and the expected one; empty when there is none. */
  Optional<String> violation(ServiceFault fault, Outcome outcome) {
    if (fault.successWithABadBody() && statusLineSettles) {
      return outcome instanceof Delivered
          ? Optional.empty()
          : Optional.of("a 2xx status line settles here: it must be Delivered");
    }
    return switch (outcome) {
      case Delivered _ -> Optional.of("it must not count as delivered");
      case Deferred deferred -> deferred(fault, deferred);
      case Outcome.Rejected _ ->
          fault.redirects()
              ? Optional.empty()
              : Optional.of("it may pass by itself: it must be Deferred, not Rejected");
    };
  }

  private static Optional<String> deferred(ServiceFault fault, Deferred is) {
    return switch (fault) {
      case TOO_MANY_REQUESTS_IN_SECONDS, TOO_MANY_REQUESTS_AS_DATE ->
          reason(is, FailureReason.RATE_LIMITED, FailureReason.ACCOUNT_RATE_LIMITED)
              .or(() -> reach(is, Reach.REFUSED))
              .or(() -> waits(is));
      case UNAVAILABLE_503, UNAVAILABLE_503_RETRY_AT_ONCE, BAD_GATEWAY_502 ->
          reason(is, FailureReason.UNAVAILABLE);
      case SERVER_ERROR_500 ->
          reason(is, FailureReason.SERVER_ERROR, FailureReason.UNAVAILABLE)
              .or(() -> reach(is, Reach.POSSIBLY_SENT));
      case REQUEST_TIMEOUT_408, MOVED_301, FOUND_302, REDIRECT_307, REDIRECT_308 ->
          reach(is, Reach.REFUSED);
      case CONNECTION_REFUSED ->
          reason(is, FailureReason.UNREACHABLE).or(() -> reach(is, Reach.BEFORE_SENDING));
      case RESET_BEFORE_READING -> reach(is, Reach.BEFORE_SENDING, Reach.POSSIBLY_SENT);
      case RESET_AFTER_READING -> reach(is, Reach.POSSIBLY_SENT);
      case HANGING -> reason(is, FailureReason.TIMEOUT).or(() -> reach(is, Reach.POSSIBLY_SENT));
      case TRUNCATED, NOT_THE_PROTOCOL, HUGE, DRIPPING -> reach(is, Reach.POSSIBLY_SENT);
    };
  }

  private static Optional<String> reason(Deferred is, FailureReason... wanted) {
    return Set.of(wanted).contains(is.reason())
        ? Optional.empty()
        : Optional.of("the reason must be " + Set.of(wanted));
  }

  private static Optional<String> reach(Deferred is, Reach... wanted) {
    return Set.of(wanted).contains(is.reach())
        ? Optional.empty()
        : Optional.of("the reach must be " + Set.of(wanted));
  }

  private static Optional<String> waits(Deferred is) {
    Duration wait = is.retryAfter();
    boolean right = wait != null && wait.minus(ServiceFault.WAIT).abs().compareTo(CLOCK_SLACK) <= 0;
    return right
        ? Optional.empty()
        : Optional.of("retryAfter must be " + ServiceFault.WAIT + " by AdapterServices.clock()");
  }
}
