package org.messgateway.gateway.answer.chat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Until when: {@code 2h}, {@code 90 min}, {@code until 18:00}, {@code until tomorrow}. */
public final class PauseTime {

  /** The length of a pause without a time. */
  public static final Duration USUAL = Duration.ofHours(2);

  private static final Duration LONGEST = Duration.ofDays(30);
  private static final LocalTime MORNING = LocalTime.of(8, 0);

  private static final int LONGEST_TEXT = 40;

  private static final Pattern AMOUNT =
      Pattern.compile(
          "(\\d{1,4})"
              + " ?(days?|d|tage?n?|dias?|jours?|j|日|hours?|hrs?|h|stunden?|std|horas?|heures?|時間"
              + "|minutes?|mins?|min|m|minuten?|minutos?|分)(?![a-z])");

  private static final Pattern AMOUNTS =
      Pattern.compile(
          "(?:(?:for|fur|por|durante|pour|pendant) )?(?:"
              + AMOUNT.pattern()
              + "[ ,.]*(?:(?:and|und|y|et) )?)+");

  private static final Pattern CLOCK =
      Pattern.compile(
          "(?:(?:until|till|til|bis|to|hasta(?: las)?|jusqu'a) )?"
              + "(\\d{1,2})(?:[:.h時](\\d{2})?分?)? ?(am|pm|uhr)?(?:まて)?");

  /** As {@link TextNormalizer} spells it: without the marks of kana, too. */
  private static final Pattern TOMORROW =
      Pattern.compile(
          "(?:(?:until|till|til|bis|hasta|jusqu'a) )?(?:tomorrow|morgen|manana|demain|明日)(?:まて)?");

  private PauseTime() {}

  /** Whether a text is a time, so that "pause the music" is no pause. */
  static boolean looksLike(String rest) {
    return of(rest, Instant.EPOCH, ZoneOffset.UTC).isPresent();
  }

  /**
   * Until when; empty when it cannot be understood or lies more than 30 days ahead.
   *
   * @param rest the text after {@code pause}
   * @param zone of the sender
   */
  public static Optional<Instant> of(String rest, Instant now, ZoneId zone) {
    if (rest.length() > LONGEST_TEXT) {
      return Optional.empty();
    }
    String spelled = TextNormalizer.of(rest);
    if (spelled.isEmpty()) {
      return Optional.of(now.plus(USUAL));
    }
    if (TOMORROW.matcher(spelled).matches()) {
      return Optional.of(next(MORNING, now.atZone(zone).plusDays(1).with(LocalTime.MIN)));
    }
    Optional<Instant> until = amount(spelled, now).or(() -> clock(spelled, now.atZone(zone)));
    return until.filter(at -> at.isAfter(now) && !at.isAfter(now.plus(LONGEST)));
  }

  private static Optional<Instant> amount(String spelled, Instant now) {
    if (!AMOUNTS.matcher(spelled).matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    Matcher amounts = AMOUNT.matcher(spelled);
    while (amounts.find()) {
      sum = sum.plus(amount(Integer.parseInt(amounts.group(1)), amounts.group(2)));
    }
    return Optional.of(now.plus(sum));
  }

  private static Duration amount(int number, String unit) {
    return switch (unit.charAt(0)) {
      case 'd', 't', 'j', '日' -> Duration.ofDays(number);
      case 'h', 's', '時' -> Duration.ofHours(number);
      default -> Duration.ofMinutes(number);
    };
  }

  private static Optional<Instant> clock(String spelled, ZonedDateTime now) {
    Matcher form = CLOCK.matcher(spelled);
    boolean time = form.matches() && !spelled.matches("\\d+");
    if (!time) {
      return Optional.empty();
    }
    int hour = Integer.parseInt(form.group(1));
    int minute = form.group(2) == null ? 0 : Integer.parseInt(form.group(2));
    boolean half = "am".equals(form.group(3)) || "pm".equals(form.group(3));
    if (minute > 59 || hour > (half ? 12 : 24) || (half && hour == 0)) {
      return Optional.empty();
    }
    int ofDay = half ? hour % 12 + ("pm".equals(form.group(3)) ? 12 : 0) : hour % 24;
    return Optional.of(next(LocalTime.of(ofDay, minute), now));
  }

  private static Instant next(LocalTime time, ZonedDateTime from) {
    ZonedDateTime today = from.with(time);
    return (today.isAfter(from) ? today : from.plusDays(1).with(time)).toInstant();
  }
}
