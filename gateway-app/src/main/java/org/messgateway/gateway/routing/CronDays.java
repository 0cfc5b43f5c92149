package org.messgateway.gateway.routing;

import static com.cronutils.model.field.CronFieldName.DAY_OF_MONTH;
import static com.cronutils.model.field.CronFieldName.DAY_OF_WEEK;
import static com.cronutils.model.field.CronFieldName.HOUR;
import static com.cronutils.model.field.CronFieldName.MINUTE;
import static com.cronutils.model.field.CronFieldName.MONTH;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.time.generator.FieldValueGeneratorFactory;
import com.cronutils.parser.CronParser;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A parsed cron line (unix, five fields): the days on which it fires, and the minutes of such a
 * day.
 *
 * <p>cron-utils reads and checks the line. Its own search for executions takes tens of microseconds
 * a step, too slow to walk windows before every delivery, and knows no windows.
 */
final class CronDays {

  private static final int MINUTES_PER_HOUR = 60;
  private static final int MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;
  private static final int MONTHS = 12;
  private static final int LONGEST_MONTH = 31;

  /** Also 0. */
  private static final int SUNDAY = 7;

  /** Covers every combination of day, month, weekday and leap year. */
  private static final int CYCLE_YEARS = 28;

  private final BitSet daysOfMonth;
  private final BitSet months;
  private final BitSet daysOfWeek;
  private final boolean eitherDay;
  private final List<int[]> minutes;

  private CronDays(Cron cron) {
    daysOfMonth = values(cron, DAY_OF_MONTH, 1, LONGEST_MONTH);
    months = values(cron, MONTH, 1, MONTHS);
    daysOfWeek = values(cron, DAY_OF_WEEK, 0, SUNDAY);
    // Unix: when day of month and weekday are both restricted, either is enough.
    eitherDay = restricted(cron, DAY_OF_MONTH) && restricted(cron, DAY_OF_WEEK);
    minutes = chains(values(cron, HOUR, 0, 23), values(cron, MINUTE, 0, 59));
  }

  static CronDays parse(String line) {
    CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    return new CronDays(parser.parse(line).validate());
  }

  /** Whether firings are never more than an hour apart. */
  boolean always() {
    return minutes.size() == 1
        && MINUTES_PER_DAY - minutes.getFirst()[1] + minutes.getFirst()[0] <= MINUTES_PER_HOUR
        && everyDay();
  }

  boolean everFires() {
    return nextDay(LocalDate.of(2000, 1, 1)).isPresent();
  }

  /** The first day from this one on that has firings. */
  Optional<LocalDate> nextDay(LocalDate from) {
    LocalDate end = from.plusYears(CYCLE_YEARS);
    for (LocalDate day = from; day.isBefore(end); day = day.plusDays(1)) {
      if (firesOn(day)) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }

  /** First and last of the firings that lie at most an hour apart, on one day. */
  List<LocalSpan> firings(LocalDate day) {
    if (!firesOn(day)) {
      return List.of();
    }
    LocalDateTime midnight = day.atStartOfDay();
    return minutes.stream()
        .map(chain -> new LocalSpan(midnight.plusMinutes(chain[0]), midnight.plusMinutes(chain[1])))
        .toList();
  }

  private boolean firesOn(LocalDate day) {
    boolean ofMonth = daysOfMonth.get(day.getDayOfMonth());
    boolean ofWeek = onWeekday(day.getDayOfWeek().getValue());
    return months.get(day.getMonthValue()) && (eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek);
  }

  private boolean everyDay() {
    return months.cardinality() == MONTHS
        && daysOfMonth.cardinality() == LONGEST_MONTH
        && IntStream.rangeClosed(1, SUNDAY).allMatch(this::onWeekday);
  }

  private boolean onWeekday(int weekday) {
    return daysOfWeek.get(weekday) || (weekday == SUNDAY && daysOfWeek.get(0));
  }

  private static List<int[]> chains(BitSet hours, BitSet minutesOfHour) {
    List<int[]> chains = new ArrayList<>();
    for (int hour = hours.nextSetBit(0); hour >= 0; hour = hours.nextSetBit(hour + 1)) {
      for (int of = minutesOfHour.nextSetBit(0); of >= 0; of = minutesOfHour.nextSetBit(of + 1)) {
        chain(chains, hour * MINUTES_PER_HOUR + of);
      }
    }
    return chains;
  }

  private static void chain(List<int[]> chains, int minute) {
    if (!chains.isEmpty() && minute - chains.getLast()[1] <= MINUTES_PER_HOUR) {
      chains.getLast()[1] = minute;
    } else {
      chains.add(new int[] {minute, minute});
    }
  }

  private static BitSet values(Cron cron, CronFieldName field, int first, int last) {
    BitSet values = new BitSet();
    FieldValueGeneratorFactory.forCronField(cron.retrieve(field))
        .generateCandidates(first, last)
        .forEach(values::set);
    return values;
  }

  private static boolean restricted(Cron cron, CronFieldName field) {
    return !(cron.retrieve(field).getExpression() instanceof Always);
  }
}
