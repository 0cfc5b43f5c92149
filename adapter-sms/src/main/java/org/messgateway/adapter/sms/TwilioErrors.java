package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.http.HttpOutcomes;
import org.messgateway.api.http.RetryAfter;

/** The outcomes of Twilio's codes, read from {@code errors.csv} beside this class. */
final class TwilioErrors {

  /** One line of the table. */
  record Row(FailureReason reason, @Nullable Duration pause, String meaning) {}

  /** The person sent STOP to the number. */
  private static final int OPTED_OUT = 21610;

  private final Map<Integer, Row> rows;

  private TwilioErrors(Map<Integer, Row> rows) {
    this.rows = rows;
  }

  static TwilioErrors read() {
    InputStream table = TwilioErrors.class.getResourceAsStream("errors.csv");
    if (table == null) {
      throw new IllegalStateException("errors.csv is missing from the jar of adapter-sms");
    }
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, UTF_8))) {
      return new TwilioErrors(
          lines
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(line -> line.split(";", 4))
              .collect(Collectors.toUnmodifiableMap(f -> Integer.valueOf(f[0]), f -> row(f))));
    } catch (IOException e) {
      throw new UncheckedIOException("errors.csv of adapter-sms cannot be read", e);
    }
  }

  private static Row row(String[] fields) {
    Duration wait = fields[2].isEmpty() ? null : Duration.parse(fields[2]);
    return new Row(FailureReason.valueOf(fields[1]), wait, fields[3]);
  }

  /**
   * The outcome of a refused request.
   *
   * @param code Twilio's code; null when the answer held none
   * @param retryAfter the value of {@code Retry-After}
   */
  Outcome outcome(int status, @Nullable Integer code, @Nullable String retryAfter, Instant now) {
    Row row = code == null ? null : rows.get(code);
    if (row != null && code != null) {
      Duration asked = RetryAfter.parse(retryAfter, now).orElse(row.pause());
      return outcome(row.reason(), row.meaning() + " (" + code + ").", status, asked);
    }
    return code != null && status >= 400 && status < 500 && status != 429
        ? unknown(code)
        : byStatus(status, retryAfter, now);
  }

  /** Whether a code means that the recipient opted out. */
  static boolean isOptOut(@Nullable Integer code) {
    return code != null && code == OPTED_OUT;
  }

  /** The reason why an accepted message did not arrive. */
  Row arrivalFailure(@Nullable Integer code) {
    Row row = code == null ? null : rows.get(code);
    if (row != null) {
      return new Row(row.reason(), row.pause(), row.meaning() + " (" + code + ").");
    }
    String meaning = "The message did not arrive" + (code == null ? "." : " (" + code + ").");
    return new Row(FailureReason.SERVER_ERROR, null, meaning);
  }

  /** All codes of the table. */
  Map<Integer, Row> rows() {
    return rows;
  }

  private static Outcome unknown(int code) {
    return new Rejected(
        FailureReason.PAYLOAD_REFUSED,
        "Twilio refuses the message with code "
            + code
            + "; look it up at https://www.twilio.com/docs/api/errors/"
            + code
            + ".");
  }

  /** The outcome of an answer without a code of Twilio, mostly from a proxy. */
  private static Outcome byStatus(int status, @Nullable String retryAfter, Instant now) {
    return switch (status) {
      case 401 ->
          new Deferred(
              FailureReason.CREDENTIAL_REFUSED,
              "Twilio refuses account_sid and auth_token (401).",
              Reach.REFUSED);
      case 403, 404, 405, 410 ->
          new Deferred(
              FailureReason.ACCOUNT_MISCONFIGURED,
              "What answers is not Twilio's API (" + status + "): check base_url.",
              Reach.REFUSED);
      default -> fallback(status, retryAfter, now).orElseGet(() -> unreadable("status " + status));
    };
  }

  private static Optional<Outcome> fallback(int status, @Nullable String retryAfter, Instant now) {
    return HttpOutcomes.failure(status, retryAfter, now);
  }

  /** The outcome of a success whose body is not Twilio's. */
  static Deferred unreadable(String what) {
    return new Deferred(
        FailureReason.UNCERTAIN,
        "What answered is not Twilio's API, or was cut off (" + what + ").",
        Reach.POSSIBLY_SENT);
  }

  private static Outcome outcome(
      FailureReason reason, String sentence, int status, @Nullable Duration wait) {
    if (reason.scope() == FailureReason.FailureScope.FINAL) {
      return new Rejected(reason, sentence);
    }
    boolean ambiguous =
        reason == FailureReason.UNCERTAIN
            || (status >= 500 && reason == FailureReason.SERVER_ERROR);
    return new Deferred(reason, sentence, ambiguous ? Reach.POSSIBLY_SENT : Reach.REFUSED, wait);
  }
}
