package org.messgateway.gateway.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.testkit.Conforms;

class DeadlineTest {

  private static Deadline deadline(
      @Nullable String neededBy,
      @Nullable String envelopeNeededBy,
      @Nullable String requestExpires,
      @Nullable String expires) {
    return Deadline.of(
        thread()
            .neededBy(neededBy)
            .envelopeNeededBy(envelopeNeededBy)
            .requestExpires(requestExpires)
            .expires(expires)
            .build());
  }

  @ParameterizedTest(name = "{0}, {1}, {2}, {3}: {4} h after the creation")
  @CsvSource({
    "1h, 2h, 3h, 4h, 1",
    ",   2h, 3h, 4h, 2",
    ",   ,   3h, 4h, 3",
    ",   ,   ,   4h, 4",
    "5h, ,   3h, ,   5",
    "PT90M, , , , 1.5",
    "2026-11-20T12:00:00Z, , , , 2",
    "2026-11-20T13:00:00+01:00, , , , 2",
    "soon, , 3h, , 3",
  })
  @Conforms({41, 282})
  void neededByComesBeforeExpires(
      String neededBy, String envelopeNeededBy, String requestExpires, String expires, double h) {
    assertEquals(
        Optional.of(CREATED.plusSeconds((long) (h * 3600))),
        deadline(neededBy, envelopeNeededBy, requestExpires, expires).at());
  }

  @Test
  void whatNobodySaidIsNoDeadline() {
    assertEquals(new Deadline(Optional.empty(), List.of()), deadline(null, null, null, null));
  }

  @Test
  void whatCannotBeReadIsNoDeadlineAndIsNoted() {
    assertEquals(
        new Deadline(
            Optional.empty(),
            List.of(
                "constraints.timing.expires \"whenever\" is neither a time (2026-01-31T18:00:00Z)"
                    + " nor a duration (2h): ignored")),
        deadline(null, null, "whenever", null));
  }

  @Test
  void aDurationNeedsACreationToCountFrom() {
    assertEquals(
        List.of("expires \"2h\" counts from the creation, which the thread does not tell"),
        Deadline.of(thread().created(null).expires("2h").build()).notes());
  }

  @Test
  void theDeadlineItselfIsTooLate() {
    Deadline deadline = deadline("1h", null, null, null);
    Instant at = CREATED.plusSeconds(3600);
    assertEquals(
        List.of(false, true, true),
        List.of(deadline.passed(at.minusMillis(1)), deadline.passed(at), !deadline.allows(at)));
  }
}
