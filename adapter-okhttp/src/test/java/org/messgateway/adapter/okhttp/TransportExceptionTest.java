package org.messgateway.adapter.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;

class TransportExceptionTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new ConnectException("x"), false, FailureReason.UNREACHABLE, "refused"),
        Arguments.of(new UnknownHostException("x"), false, FailureReason.UNREACHABLE, "resolved"),
        Arguments.of(new NoRouteToHostException("x"), false, FailureReason.UNREACHABLE, "route"),
        Arguments.of(
            caused(new SSLHandshakeException("x"), new CertificateException("deep")),
            false,
            FailureReason.UNREACHABLE,
            "certificate"),
        Arguments.of(new SocketTimeoutException("x"), false, FailureReason.TIMEOUT, "in time"),
        Arguments.of(
            caused(new InterruptedIOException("timeout"), new IOException("Canceled")),
            true,
            FailureReason.TIMEOUT,
            "in time"),
        Arguments.of(new SocketException("reset"), true, FailureReason.UNCERTAIN, "broke"));
  }

  private static IOException caused(IOException failure, Throwable cause) {
    failure.initCause(cause);
    return failure;
  }

  @ParameterizedTest
  @MethodSource("failures")
  void eachFailureHasItsOutcome(
      IOException cause, boolean sent, FailureReason reason, String words) {
    // Vendors' clients wrap.
    Deferred outcome =
        TransportException.outcome(
            new IllegalStateException(new TransportException(sent, 0, cause)));
    assertEquals(reason, outcome.reason());
    assertEquals(sent ? Reach.POSSIBLY_SENT : Reach.BEFORE_SENDING, outcome.reach());
    assertEquals(true, outcome.sentence().contains(words), outcome.sentence());
  }

  @Test
  void aFailureOfWhichNothingIsKnownIsPossiblySent() {
    assertEquals(Reach.POSSIBLY_SENT, TransportException.outcome(new IOException("what?")).reach());
  }

  @Test
  void aRefusalOfTheGuardIsFoundAmongWhatWasSuppressed() {
    ConnectException first = new ConnectException("first address");
    first.addSuppressed(new ForbiddenAddressException("10.0.0.5 is private"));
    Deferred outcome = new TransportException(false, 0, first).outcome();
    assertEquals(FailureReason.ADDRESS_FORBIDDEN, outcome.reason());
    assertEquals("10.0.0.5 is private", outcome.sentence());
  }
}
