package org.messgateway.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.messgateway.testkit.ServiceFault.FaultPlayback.Answered;
import org.messgateway.testkit.ServiceFault.FaultPlayback.OnSockets;
import org.messgateway.testkit.ServiceFault.FaultPlayback.Refused;

/** A fault of a remote service or of the network, which a simulator plays. */
public enum ServiceFault {
  TOO_MANY_REQUESTS_IN_SECONDS(429),
  TOO_MANY_REQUESTS_AS_DATE(429),
  REQUEST_TIMEOUT_408(408),
  SERVER_ERROR_500(500),
  BAD_GATEWAY_502(502),
  UNAVAILABLE_503(503),
  /** 503 with {@code Retry-After: 0}, after which many clients post again at once. */
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
  /** A success whose body ends in the middle. */
  TRUNCATED(200),
  /** 200 with an HTML page, as a captive portal or a proxy sends it. */
  NOT_THE_PROTOCOL(200),
  /** A success with a body of 100 MB. */
  HUGE(200),
  /** A success whose body arrives one byte at a time without end. */
  DRIPPING(200);

  /**
   * The wait that {@link #TOO_MANY_REQUESTS_IN_SECONDS} and {@link #TOO_MANY_REQUESTS_AS_DATE} ask
   * for.
   */
  public static final Duration WAIT = Duration.ofSeconds(90);

  static final int HUGE_BODY = 100 * 1024 * 1024;

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final String HTML =
      "<!DOCTYPE html><html><body><h1>Please log in to the hotel's network</h1></body></html>";

  private final int status;

  ServiceFault(int status) {
    this.status = status;
  }

  /** The status of the answer; 0 when there is none. */
  public int status() {
    return status;
  }

  /** Whether the answer is a redirect. */
  boolean redirects() {
    return status >= 300 && status < 400;
  }

  /** Whether the status line is a success and the rest breaks the protocol. */
  boolean successWithABadBody() {
    return status == 200;
  }

  /**
   * The way to play this fault.
   *
   * @param success the service's answer to a successful request
   * @param here the base URL of the service, as the target of redirects
   */
  FaultPlayback play(CannedResponse success, FailureForm form, String here, Instant now) {
    return switch (this) {
      case TOO_MANY_REQUESTS_IN_SECONDS ->
          refused(form, Map.of("Retry-After", Long.toString(WAIT.toSeconds())));
      case TOO_MANY_REQUESTS_AS_DATE ->
          refused(form, Map.of("Retry-After", HTTP_DATE.format(now.plus(WAIT))));
      case UNAVAILABLE_503_RETRY_AT_ONCE -> refused(form, Map.of("Retry-After", "0"));
      case REQUEST_TIMEOUT_408, SERVER_ERROR_500, BAD_GATEWAY_502, UNAVAILABLE_503 ->
          refused(form, Map.of());
      case MOVED_301, FOUND_302, REDIRECT_307, REDIRECT_308 ->
          new Answered(CannedResponse.empty(status).with("Location", here + "/elsewhere"));
      case CONNECTION_REFUSED -> new Refused();
      case RESET_BEFORE_READING -> new OnSockets(ConnectionScript.resetBeforeReading());
      case RESET_AFTER_READING -> new OnSockets(ConnectionScript.resetAfterReading());
      case HANGING -> new OnSockets(ConnectionScript.hang());
      case TRUNCATED -> new OnSockets(ConnectionScript.truncated(success));
      case NOT_THE_PROTOCOL ->
          new Answered(CannedResponse.of(200, "text/html; charset=utf-8", HTML));
      case HUGE -> new OnSockets(ConnectionScript.flood(success, HUGE_BODY));
      case DRIPPING -> new OnSockets(ConnectionScript.drip(success));
    };
  }

  private FaultPlayback refused(FailureForm form, Map<String, String> headers) {
    return new Answered(form.answer(status, headers));
  }

  /** The service's format of failures. */
  @FunctionalInterface
  interface FailureForm {

    CannedResponse answer(int status, Map<String, String> headers);
  }

  /** The way in which a fault is played. */
  sealed interface FaultPlayback {

    /** A proper HTTP server sends this answer. */
    record Answered(CannedResponse response) implements FaultPlayback {}

    /** Bare sockets play this script. */
    record OnSockets(ConnectionScript connectionScript) implements FaultPlayback {}

    /** The port is closed. */
    record Refused() implements FaultPlayback {}
  }
}
