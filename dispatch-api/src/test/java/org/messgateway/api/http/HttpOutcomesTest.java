package org.messgateway.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.FailureReason.FailureScope;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

class HttpOutcomesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 206, 299})
  void successIsForTheAdapterToRead(int status) {
    assertEquals(Optional.empty(), HttpOutcomes.failure(status, null, NOW));
    assertEquals(Optional.empty(), HttpOutcomes.failure(status, "60", NOW));
  }

  @ParameterizedTest
  @CsvSource({
    "100, REQUEST_REFUSED, DELIVERY, REFUSED, refuses the request",
    "301, REQUEST_REFUSED, DELIVERY, REFUSED, put the final URL into the configuration",
    "302, REQUEST_REFUSED, DELIVERY, REFUSED, not followed",
    "307, REQUEST_REFUSED, DELIVERY, REFUSED, not followed",
    "308, REQUEST_REFUSED, DELIVERY, REFUSED, not followed",
    "400, REQUEST_REFUSED, DELIVERY, REFUSED, refuses the request",
    "401, REQUEST_REFUSED, DELIVERY, REFUSED, refuses our credentials or signature",
    "403, REQUEST_REFUSED, DELIVERY, REFUSED, refuses our credentials or signature",
    "404, REQUEST_REFUSED, DELIVERY, REFUSED, nothing at this path",
    "405, REQUEST_REFUSED, DELIVERY, REFUSED, refuses the request",
    "408, CONFLICT, DELIVERY, REFUSED, refuses the request",
    "409, CONFLICT, DELIVERY, REFUSED, refuses the request",
    "413, REQUEST_REFUSED, DELIVERY, REFUSED, too large",
    "415, REQUEST_REFUSED, DELIVERY, REFUSED, refuses the request",
    "422, REQUEST_REFUSED, DELIVERY, REFUSED, refuses the request",
    "425, CONFLICT, DELIVERY, REFUSED, refuses the request",
    "429, RATE_LIMITED, LANE, REFUSED, slow down",
    "499, REQUEST_REFUSED, DELIVERY, REFUSED, refuses the request",
    "500, SERVER_ERROR, DELIVERY, POSSIBLY_SENT, it failed",
    "501, SERVER_ERROR, DELIVERY, POSSIBLY_SENT, it failed",
    "502, UNAVAILABLE, LANE, POSSIBLY_SENT, not available",
    "503, UNAVAILABLE, LANE, REFUSED, not available",
    "504, UNAVAILABLE, LANE, POSSIBLY_SENT, not available",
    "505, SERVER_ERROR, DELIVERY, POSSIBLY_SENT, it failed",
    "529, SERVER_ERROR, DELIVERY, POSSIBLY_SENT, it failed",
    "599, SERVER_ERROR, DELIVERY, POSSIBLY_SENT, it failed"
  })
  void whatMayPassIsDeferred(
      int status, FailureReason reason, FailureScope whoWaits, Reach reach, String meaning) {
    Deferred deferred = deferred(status, null);
    assertEquals(reason, deferred.reason());
    assertEquals(whoWaits, deferred.reason().scope());
    assertEquals(reach, deferred.reach());
    assertNull(deferred.retryAfter());
    assertSaysSo(status, meaning, deferred.sentence());
  }

  @Test
  void onlyGoneIsForEver() {
    for (int status = 100; status < 600; status++) {
      Optional<Outcome> outcome = HttpOutcomes.failure(status, null, NOW);
      assertEquals(status == 410, outcome.filter(Rejected.class::isInstance).isPresent());
      assertEquals(status / 100 == 2, outcome.isEmpty(), "status " + status);
    }
    Rejected gone =
        assertInstanceOf(Rejected.class, HttpOutcomes.failure(410, "60", NOW).orElseThrow());
    assertEquals(FailureReason.ADDRESS_GONE, gone.reason());
    assertSaysSo(410, "not to be called again", gone.sentence());
  }

  @ParameterizedTest
  @CsvSource({
    "429, 60, PT1M",
    "503, 0, PT0S",
    "503, 999999, PT24H",
    "500, 7, PT7S",
    "302, 7, PT7S",
    "409, 'Fri, 20 Nov 2026 12:00:30 GMT', PT30S",
    "429, -3, ",
    "429, soon, "
  })
  void theServiceIsHeardWhenItSaysHowLongToWait(
      int status, String header, @Nullable Duration wait) {
    assertEquals(wait, deferred(status, header).retryAfter());
  }

  private static Deferred deferred(int status, @Nullable String retryAfter) {
    return assertInstanceOf(
        Deferred.class, HttpOutcomes.failure(status, retryAfter, NOW).orElseThrow());
  }

  private static void assertSaysSo(int status, String meaning, String sentence) {
    assertTrue(sentence.contains("answered " + status + ": "), sentence);
    assertTrue(sentence.contains(meaning), sentence);
    assertFalse(sentence.contains("\n"), sentence);
    assertTrue(sentence.endsWith("."), sentence);
  }
}
