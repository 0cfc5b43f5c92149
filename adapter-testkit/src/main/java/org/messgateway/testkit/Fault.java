package org.messgateway.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.messgateway.testkit.Play.Answered;
import org.messgateway.testkit.Play.OnSockets;
import org.messgateway.testkit.Play.Refused;

/** What a remote service, or the way to it, does wrong; each is played by a simulator. */
public enum Fault {
  TOO_MANY_REQUESTS_IN_SECONDS(429),
  TOO_MANY_REQUESTS_AS_DATE(429),
  REQUEST_TIMEOUT_408(408),
  SERVER_ERROR_500(500),
  BAD_GATEWAY_502(502),
  UNAVAILABLE_503(503),
  /** Clients like to take this as an invitation to post again at once. */
  UNAVAILABLE_503_RETRY_AT_ONCE(503),
  MOVED_301(301),
  FOUND_302(302),
  REDIRECT_307(307),
  REDIRECT_308(308),
  CONNECTION_REFUSED(0),
  RESET_BEFORE_READING(0),
  RESET_AFTER_READING(0),
  /** Reads the request and never answers. */
  HANGING(0),
  /** A genuine success whose body ends in the middle. */
  TRUNCATED(200),
  /** 200 with a page in HTML, as a captive portal or a proxy says it. */
  NOT_THE_PROTOCOL(200),
  /** A success with a body of 100 MB. */
  HUGE(200),
  /** A success whose body comes one byte at a time for ever. */
  DRIPPING(200);

  /** What {@link #TOO_MANY_REQUESTS_IN_SECONDS} and {@link #TOO_MANY_REQUESTS_AS_DATE} ask for. */
  public static final Duration WAIT = Duration.ofSeconds(90);

  static final int HUGE_BODY = 100 * 1024 * 1024;

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final String HTML =
      "<!DOCTYPE html><html><body><h1>Please log in to the hotel's network</h1></body></html>";

  private final int status;

  Fault(int status) {
    this.status = status;
  }

  /** The status of the answer, 0 when there is none. */
  public int status() {
    return status;
  }

  /** Whether the other side redirects. */
  boolean redirects() {
    return status >= 300 && status < 400;
  }

  /** Whether the status line says success, but the rest is not as it should be. */
  boolean successWithABadBody() {
    return status == 200;
  }

  /**
   * How it is played.
   *
   * @param success what a genuine success would be
   * @param here where the service listens, as the target of redirects
   */
  Play play(Answer success, FailureForm form, String here, Instant now) {
    return switch (this) {
      case TOO_MANY_REQUESTS_IN_SECONDS ->
          refused(form, Map.of("Retry-After", Long.toString(WAIT.toSeconds())));
      case TOO_MANY_REQUESTS_AS_DATE ->
          refused(form, Map.of("Retry-After", HTTP_DATE.format(now.plus(WAIT))));
      case UNAVAILABLE_503_RETRY_AT_ONCE -> refused(form, Map.of("Retry-After", "0"));
      case REQUEST_TIMEOUT_408, SERVER_ERROR_500, BAD_GATEWAY_502, UNAVAILABLE_503 ->
          refused(form, Map.of());
      case MOVED_301, FOUND_302, REDIRECT_307, REDIRECT_308 ->
          new Answered(Answer.empty(status).with("Location", here + "/elsewhere"));
      case CONNECTION_REFUSED -> new Refused();
      case RESET_BEFORE_READING -> new OnSockets(Conduct.resetBeforeReading());
      case RESET_AFTER_READING -> new OnSockets(Conduct.resetAfterReading());
      case HANGING -> new OnSockets(Conduct.hang());
      case TRUNCATED -> new OnSockets(Conduct.truncated(success));
      case NOT_THE_PROTOCOL -> new Answered(Answer.of(200, "text/html; charset=utf-8", HTML));
      case HUGE -> new OnSockets(Conduct.flood(success, HUGE_BODY));
      case DRIPPING -> new OnSockets(Conduct.drip(success));
    };
  }

  private Play refused(FailureForm form, Map<String, String> headers) {
    return new Answered(form.answer(status, headers));
  }

  /** How the service words a failure: many have a form of their own. */
  @FunctionalInterface
  interface FailureForm {

    Answer answer(int status, Map<String, String> headers);
  }
}
