package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.routing.ExecutorBuilder.BERLIN;
import static org.messgateway.gateway.routing.ExecutorBuilder.LOS_ANGELES;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.testkit.Conforms;

class HoursTest {

  private static Hours hours(String cron, ZoneId zone) {
    return Hours.of(new Availability.Schedule(cron, zone));
  }

  private static Instant berlin(String local) {
    return LocalDateTime.parse(local).atZone(BERLIN).toInstant();
  }

  @ParameterizedTest(name = "{0} asked at {1} opens at {2}")
  @CsvSource({
    // 2026-11-20 is a Friday.
    "0 8-22 * * *,                  2026-11-20T07:59, 2026-11-20T08:00",
    "0 8-22 * * *,                  2026-11-20T08:00, 2026-11-20T08:00",
    "0 8-22 * * *,                  2026-11-20T12:34, 2026-11-20T12:34",
    "0 8-22 * * *,                  2026-11-20T21:59, 2026-11-20T21:59",
    "0 8-22 * * *,                  2026-11-20T22:00, 2026-11-21T08:00",
    "*/15 9-16 * * 1-5,             2026-11-20T16:44, 2026-11-20T16:44",
    "*/15 9-16 * * 1-5,             2026-11-20T16:45, 2026-11-23T09:00",
    "0 9-17 * * MON-FRI,            2026-11-21T12:00, 2026-11-23T09:00",
    "'0 18-23,0-2 * * *',           2026-11-20T23:30, 2026-11-20T23:30",
    "'0 18-23,0-2 * * *',           2026-11-21T01:59, 2026-11-21T01:59",
    "'0 18-23,0-2 * * *',           2026-11-21T02:00, 2026-11-21T18:00",
    "'0 8-12,14-18 * * *',          2026-11-20T13:00, 2026-11-20T14:00",
    "0 9 * * *,                     2026-11-20T09:59, 2026-11-20T09:59",
    "0 9 * * *,                     2026-11-20T10:00, 2026-11-21T09:00",
    "30 23 * * *,                   2026-11-21T00:15, 2026-11-21T00:15",
    "30 23 * * *,                   2026-11-21T00:30, 2026-11-21T23:30",
    "0 */2 * * *,                   2026-11-20T11:00, 2026-11-20T12:00",
    "0 * * * *,                     2026-11-20T11:59, 2026-11-20T11:59",
    "0 10-12 24 12 *,               2026-11-20T11:00, 2026-12-24T10:00",
    "0 10-12 29 2 *,                2026-11-20T11:00, 2028-02-29T10:00",
    // Day of month or weekday, when both are restricted: the 1st, and every Monday.
    "0 9-17 1 * 1,                  2026-11-21T12:00, 2026-11-23T09:00",
    "0 9-17 1 * 1,                  2026-11-30T17:00, 2026-12-01T09:00",
    "0 9-17 * * 0,                  2026-11-20T12:00, 2026-11-22T09:00",
    "0 9-17 * * 7,                  2026-11-20T12:00, 2026-11-22T09:00",
  })
  void opens(String cron, String asked, String opens) {
    assertEquals(Optional.of(berlin(opens)), hours(cron, BERLIN).nextOpen(berlin(asked)));
  }

  @ParameterizedTest(name = "{0} open at {1}: since {2} until {3}")
  @CsvSource({
    "0 8-22 * * *,          2026-11-20T12:34, 2026-11-20T08:00, 2026-11-20T22:00",
    "0 8-22 * * *,          2026-11-20T08:00, 2026-11-20T08:00, 2026-11-20T22:00",
    "'0 18-23,0-2 * * *',   2026-11-21T00:00, 2026-11-20T18:00, 2026-11-21T02:00",
    "'0 0-23 * * 1-5',      2026-11-19T12:00, 2026-11-16T00:00, 2026-11-20T23:00",
    "'0 * * 6 *',           2026-06-15T12:00, 2026-06-01T00:00, 2026-06-30T23:00",
    "30 23 * * *,           2026-11-21T00:15, 2026-11-20T23:30, 2026-11-21T00:30",
  })
  @Conforms(94)
  void aWindowLastsFromFiringToFiring(String cron, String at, String since, String until) {
    Hours hours = hours(cron, BERLIN);
    assertEquals(berlin(since), hours.openSince(berlin(at), Instant.EPOCH));
    assertEquals(Optional.of(berlin(until)), hours.closesAt(berlin(at)));
  }

  @Test
  void openSinceIsNotLookedForBeforeItsFloor() {
    Instant floor = berlin("2026-11-20T10:10");
    assertEquals(floor, hours("0 8-22 * * *", BERLIN).openSince(berlin("2026-11-20T12:00"), floor));
  }

  @ParameterizedTest
  @ValueSource(strings = {"* * * * *", "0 * * * *", "*/30 * * * *", "59 0-23 * * 0-6"})
  void hoursThatNeverCloseAreKnownAsSuch(String cron) {
    assertTrue(hours(cron, BERLIN).always());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0 0-22 * * *", "0 */2 * * *", "0 * * * 1-6", "0 * 1-30 * *", "0 * * 1-11 *"})
  void hoursThatCloseSometimeAreNotAlways(String cron) {
    assertFalse(hours(cron, BERLIN).always());
  }

  @ParameterizedTest(name = "{0} in {1}: {2} asked, opens {3}")
  @CsvSource({
    // Spring: 02:00 to 03:00 does not exist; 2026-03-08 in Los Angeles, 2026-03-29 in Berlin.
    "0 8-22 * * *, America/Los_Angeles, 2026-03-08T07:00:00Z, 2026-03-08T15:00:00Z",
    "0 8-22 * * *, America/Los_Angeles, 2026-03-07T10:00:00Z, 2026-03-07T16:00:00Z",
    "0 0-6 * * *,  America/Los_Angeles, 2026-03-08T10:00:00Z, 2026-03-08T10:00:00Z",
    "30 2-5 * * *, Europe/Berlin,       2026-03-29T00:00:00Z, 2026-03-29T01:00:00Z",
    "0 2-3 * * *,  Europe/Berlin,       2026-03-29T00:30:00Z, 2026-03-30T00:00:00Z",
    // Autumn: 01:00 to 02:00 comes twice in Los Angeles, 02:00 to 03:00 in Berlin.
    "0 8-22 * * *, America/Los_Angeles, 2026-11-01T07:00:00Z, 2026-11-01T16:00:00Z",
    "0 0-6 * * *,  America/Los_Angeles, 2026-11-01T09:30:00Z, 2026-11-01T09:30:00Z",
    "0 0-1 * * *,  America/Los_Angeles, 2026-11-01T08:30:00Z, 2026-11-01T08:30:00Z",
    "0 8-22 * * *, Europe/Berlin,       2026-10-25T00:00:00Z, 2026-10-25T07:00:00Z",
    "0 2-3 * * *,  Europe/Berlin,       2026-10-25T01:59:59Z, 2026-10-25T01:59:59Z",
    "0 2-3 * * *,  Europe/Berlin,       2026-10-25T02:00:00Z, 2026-10-26T01:00:00Z",
  })
  void theClockOnTheWallDecidesOnDaysWhenItIsChanged(
      String cron, ZoneId zone, Instant asked, Instant opens) {
    assertEquals(Optional.of(opens), hours(cron, zone).nextOpen(asked));
  }

  @Test
  void noChangeOfTheClockMakesAHoleInAWindow() {
    Hours nights = hours("0 0-6 * * *", LOS_ANGELES);
    Instant start = Instant.parse("2026-11-01T07:00:00Z");
    Instant end = Instant.parse("2026-11-01T14:00:00Z");
    for (Instant at = start; at.isBefore(end); at = at.plusSeconds(60)) {
      assertEquals(Optional.of(at), nights.nextOpen(at));
    }
    assertEquals(Optional.of(end), nights.closesAt(start));
    assertEquals(start, nights.openSince(end.minusSeconds(1), Instant.EPOCH));
  }

  @Test
  void daysAreThoseOfCronUtils() {
    CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    for (String days :
        Set.of(
            "1 * *",
            "* * 1",
            "15 * 5",
            "* 2 *",
            "1,15 1-6 0",
            "*/10 * *",
            "* */3 1-5",
            "31 * *",
            "* * 7",
            "* * 5-7",
            "* JAN,JUL SAT,SUN",
            "10-20 11 2")) {
      ExecutionTime reference = ExecutionTime.forCron(parser.parse("30 9 " + days));
      CronDays ours = CronDays.parse("30 9 " + days);
      for (int day = 0; day < 120; day++) {
        LocalDate date = LocalDate.of(2027, 12, 1).plusDays(3L * day);
        assertEquals(
            reference.isMatch(date.atTime(LocalTime.of(9, 30)).atZone(ZoneOffset.UTC)),
            !ours.firings(date).isEmpty(),
            days + " on " + date);
      }
    }
  }

  @Test
  void whatOpensNextIsOpenAndNothingBeforeItIs() {
    Random random = new Random(42);
    for (String cron :
        Set.of("0 8-22 * * *", "*/20 6-9,20-23 * * 1-5", "15 22-23,0-3 1-20 * *", "0 9 * * *")) {
      for (ZoneId zone : Set.of(LOS_ANGELES, BERLIN)) {
        Hours hours = hours(cron, zone);
        Set<Instant> openings = new HashSet<>();
        for (int i = 0; i < 300; i++) {
          Instant asked =
              Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(365 * 86_400));
          Instant open = hours.nextOpen(asked).orElseThrow();
          assertEquals(Optional.of(open), hours.nextOpen(open), cron);
          if (open.isAfter(asked)) {
            openings.add(open);
            assertEquals(open, hours.openSince(open, Instant.EPOCH), cron);
            long between = open.getEpochSecond() - asked.getEpochSecond();
            Instant inBetween = asked.plusSeconds(random.nextLong(between));
            assertEquals(Optional.of(open), hours.nextOpen(inBetween), cron);
          }
          Instant closes = hours.closesAt(open).orElseThrow();
          assertTrue(hours.nextOpen(closes).orElseThrow().isAfter(closes), cron);
          assertEquals(
              Optional.of(closes.minusSeconds(1)), hours.nextOpen(closes.minusSeconds(1)), cron);
        }
        assertFalse(openings.isEmpty());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 8-22 * * *", "*/15 9-16 * * 1-5", "0 0 29 2 *", "0 9 * * MON-FRI"})
  void aGoodLineIsNoProblem(String cron) {
    assertEquals(Optional.empty(), Hours.check(cron));
  }

  @ParameterizedTest(name = "\"{0}\": {1}")
  @CsvSource({
    "61 * * * *,      'not in range [0, 59]'",
    "0 8-22 * *,      '4 parts'",
    "0 0 8-22 * * *,  '6 parts'",
    "0 22-6 * * *,    'Invalid range! [22,6]'",
    "'',              'Empty expression'",
    "every morning,   'five fields'",
    "@daily,          'Nicknames not supported'",
    "0 9 31 2 *,      'never happens'",
  })
  void aBadLineIsToldWithWhatWouldBeRight(String cron, String said) {
    String problem = Hours.check(cron).orElseThrow();
    assertTrue(problem.contains(said), problem);
  }
}
