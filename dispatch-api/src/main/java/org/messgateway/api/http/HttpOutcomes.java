package org.messgateway.api.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

/**
 * The outcome for each HTTP status, shared by all adapters. An adapter overrides single entries
 * where its vendor differs, and says why.
 *
 * <p>Source: docs/rules.md#retry, RFC 9110 §15, Standard Webhooks 1.0.
 */
public final class HttpOutcomes {

  /** Receivers of signatures allow five minutes, some less. */
  private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(2);

  private HttpOutcomes() {}

  /**
   * The outcome of an answer with this status.
   *
   * @param status the HTTP status
   * @param retryAfter the value of {@code Retry-After}; null when the answer has none
   * @param now the current instant, for a {@code Retry-After} that is a date
   * @return empty for 2xx, because only the adapter can make the receipt
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

  /**
   * The outcome of an answer to a request that is signed with its time. Where the service refuses
   * it and its clock differs by more than two minutes, that is the reason.
   *
   * @param date the value of {@code Date}; null when the answer has none
   * @param now the instant of the signature
   * @return empty for 2xx
   */
  public static Optional<Outcome> failureOfSigned(
      int status, @Nullable String retryAfter, @Nullable String date, Instant now) {
    boolean refused = status == 400 || status == 401 || status == 403;
    Optional<Duration> ahead = refused ? ahead(date, now) : Optional.empty();
    return ahead.isPresent()
        ? Optional.of(
            new Deferred(
                FailureReason.CLOCK_OFF,
                "The remote service answered %d, and our clock is %s its own: it takes no signature"
                        .formatted(status, difference(ahead.get()))
                    + " of another time. Set this machine's clock.",
                Reach.REFUSED,
                RetryAfter.parse(retryAfter, now).orElse(null)))
        : failure(status, retryAfter, now);
  }

  /** How far our clock is ahead of the service's; empty when both agree or nothing is known. */
  private static Optional<Duration> ahead(@Nullable String date, Instant now) {
    try {
      return Optional.ofNullable(date)
          .map(text -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip(), Instant::from))
          .map(theirs -> Duration.between(theirs, now))
          .filter(ahead -> ahead.abs().compareTo(CLOCK_TOLERANCE) > 0);
    } catch (DateTimeException unreadable) {
      return Optional.empty();
    }
  }

  private static String difference(Duration ahead) {
    Duration size = ahead.abs();
    String amount =
        size.toDays() > 1
            ? size.toDays() + " days"
            : size.toHours() > 1 ? size.toHours() + " h" : size.toMinutes() + " min";
    return amount + (ahead.isNegative() ? " behind" : " ahead of");
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
