package org.messgateway.api.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

/**
 * The one table from an HTTP status to an outcome. An adapter that differs says so, and why, where
 * it differs.
 *
 * <p>Source: DESIGN §5 (Retry), RFC 9110 §15, Standard Webhooks 1.0.
 */
public final class HttpOutcomes {

  private HttpOutcomes() {}

  /**
   * What an answer with this status means; empty for 2xx, which only the adapter can turn into a
   * receipt.
   *
   * @param retryAfter the header as it came, null when there was none
   */
  public static Optional<Outcome> failure(int status, @Nullable String retryAfter, Instant now) {
    if (status >= 200 && status < 300) {
      return Optional.empty();
    }
    Duration wait = RetryAfter.parse(retryAfter, now).orElse(null);
    return Optional.of(
        switch (status) {
          case 410 -> new Rejected(FailureReason.ADDRESS_GONE, sentence(status));
          case 408, 409, 425 -> deferred(FailureReason.CONFLICT, status, wait);
          case 429 -> deferred(FailureReason.RATE_LIMITED, status, wait);
          case 502, 503, 504 -> deferred(FailureReason.UNAVAILABLE, status, wait);
          default ->
              status >= 500
                  ? deferred(FailureReason.SERVER_ERROR, status, wait)
                  : deferred(FailureReason.REQUEST_REFUSED, status, wait);
        });
  }

  private static Deferred deferred(FailureReason reason, int status, @Nullable Duration wait) {
    // A 5xx may come from a server that acted before it failed; anything else is a clear no.
    Reach reach = status >= 500 && status != 503 ? Reach.POSSIBLY_SENT : Reach.REFUSED;
    return new Deferred(reason, sentence(status), reach, wait);
  }

  private static String sentence(int status) {
    String meaning =
        switch (status) {
          case 401, 403 -> "it refuses our credentials or signature";
          case 404 -> "there is nothing at this path";
          case 410 -> "it asks not to be called again";
          case 413 -> "the message is too large for it";
          case 429 -> "it asks us to slow down";
          case 502, 503, 504 -> "it is not available";
          default ->
              status >= 500
                  ? "it failed"
                  : status >= 300 && status < 400
                      ? "it redirects, which is not followed: put the final URL into the"
                          + " configuration"
                      : "it refuses the request";
        };
    return "The remote service answered " + status + ": " + meaning + ".";
  }
}
