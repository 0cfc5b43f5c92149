package org.messgateway.adapter.sms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.FailureReason.FailureScope;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

class TwilioErrorsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final TwilioErrors errors = TwilioErrors.read();

  @ParameterizedTest
  @CsvSource({
    "ACCOUNT_RATE_LIMITED, 20429 30001 21611 30022",
    "SERVER_ERROR, 20500 30008 30020",
    "UNAVAILABLE, 20503 30003 30017",
    "RATE_LIMITED, 14107",
    "QUOTA_EXHAUSTED, 30023 63038",
    "UNCERTAIN, 30410",
    "RECIPIENT_REFUSES, 21610 30004",
    "INVALID_ADDRESS, 21211 21217 21612 21614 30005 30006",
    "PAYLOAD_REFUSED, 21602 21617 21620 21623 30007 30019",
    "CREDENTIAL_REFUSED, 20003",
    "ADDRESS_FORBIDDEN, 21408 21608 30018 30024",
    "ACCOUNT_MISCONFIGURED, 20005 21212 21603 21606 21609 21703 21704 21705 30002 30010 30032"
        + " 30034 30035",
  })
  void everyCodeThatMattersHasItsReason(FailureReason reason, String codes) {
    for (String code : codes.split(" ", -1)) {
      Outcome outcome = errors.outcome(400, Integer.valueOf(code), null, NOW);
      assertEquals(reason, reason(outcome), code);
      assertTrue(sentence(outcome).endsWith("(" + code + ")."), sentence(outcome));
    }
  }

  @Test
  void everyRowCanBeUsed() {
    assertTrue(errors.rows().size() > 50);
    errors
        .rows()
        .forEach((code, row) -> {
          assertFalse(row.meaning().isBlank(), "meaning of " + code);
          assertFalse(row.meaning().endsWith("."), "the code ends the sentence: " + code);
          errors.outcome(400, code, null, NOW);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "400, 29999, PAYLOAD_REFUSED, ",
    "404, 29999, PAYLOAD_REFUSED, ",
    "500, 29999, SERVER_ERROR, POSSIBLY_SENT",
    "503, 29999, UNAVAILABLE, REFUSED",
    "429, 29999, RATE_LIMITED, REFUSED",
    "500, 20500, SERVER_ERROR, POSSIBLY_SENT",
    "503, 20503, UNAVAILABLE, REFUSED",
    "400, 30410, UNCERTAIN, POSSIBLY_SENT",
    "401, , CREDENTIAL_REFUSED, REFUSED",
    "403, , ACCOUNT_MISCONFIGURED, REFUSED",
    "404, , ACCOUNT_MISCONFIGURED, REFUSED",
    "410, , ACCOUNT_MISCONFIGURED, REFUSED",
    "400, , REQUEST_REFUSED, REFUSED",
    "408, , CONFLICT, REFUSED",
    "302, , REQUEST_REFUSED, REFUSED",
    "502, , UNAVAILABLE, POSSIBLY_SENT",
  })
  void codesAndStatusesWithoutARowAreJudgedByTheirKind(
      int status, @Nullable Integer code, FailureReason reason, @Nullable Reach reach) {
    Outcome outcome = errors.outcome(status, code, null, NOW);
    assertEquals(reason, reason(outcome));
    if (reach != null) {
      assertEquals(reach, assertInstanceOf(Deferred.class, outcome).reach());
    }
  }

  @Test
  void theServersWaitIsStrongerThanTheTables() {
    Deferred asked = assertInstanceOf(Deferred.class, errors.outcome(429, 21611, "120", NOW));
    assertEquals(Duration.ofMinutes(2), asked.retryAfter());
    Deferred table = assertInstanceOf(Deferred.class, errors.outcome(429, 21611, null, NOW));
    assertEquals(Duration.ofMinutes(10), table.retryAfter());
  }

  @Test
  void oneNumbersTroubleNeverStopsTheAccount() {
    for (int code : new int[] {21408, 21608, 21610, 21211, 21614, 14107, 30003, 30005}) {
      assertFalse(
          errors.arrivalFailure(code).reason().scope() == FailureScope.ACCOUNT,
          () -> "code " + code);
    }
  }

  @Test
  void aMessageThatDidNotArriveForNoKnownReasonIsSaidSo() {
    assertEquals("The message did not arrive.", errors.arrivalFailure(null).meaning());
    assertEquals("The message did not arrive (39999).", errors.arrivalFailure(39999).meaning());
  }

  private static FailureReason reason(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.reason();
      case Rejected rejected -> rejected.reason();
      case Delivered _ -> throw new AssertionError("an error is no success");
    };
  }

  private static String sentence(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.sentence();
      case Rejected rejected -> rejected.sentence();
      case Delivered _ -> "";
    };
  }
}
