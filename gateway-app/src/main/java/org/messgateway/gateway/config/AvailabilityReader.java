package org.messgateway.gateway.config;

import java.time.ZoneId;
import java.util.Optional;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Hours;

/** Reads when an executor may be told: {@code availability}, {@code schedule}. */
final class AvailabilityReader {

  private enum Word {
    ALWAYS,
    SCHEDULE,
    ON_DEMAND
  }

  private static final Form<Word> WORD = Form.word(Word.class);

  private AvailabilityReader() {}

  static Availability read(Section section, ZoneId zone) {
    Optional<Value> written = section.find("availability");
    Optional<Value> schedule = section.find("schedule");
    Word word =
        written.isPresent()
            ? written.get().as(WORD).orElse(Word.ALWAYS)
            : schedule.isPresent() ? Word.SCHEDULE : Word.ALWAYS;
    return switch (word) {
      case ALWAYS -> unscheduled(written, schedule, new Availability.Always());
      case ON_DEMAND -> unscheduled(written, schedule, new Availability.OnDemand());
      case SCHEDULE -> scheduled(written, schedule, zone);
    };
  }

  private static Availability unscheduled(
      Optional<Value> word, Optional<Value> schedule, Availability availability) {
    if (word.isPresent()) {
      schedule.ifPresent(value ->
          value.warn("`schedule` has no effect like this", "write availability: schedule"));
    }
    return availability;
  }

  private static Availability scheduled(
      Optional<Value> word, Optional<Value> schedule, ZoneId zone) {
    if (schedule.isEmpty()) {
      word.ifPresent(
          value -> value.wrong("`schedule` is missing", "write schedule: \"0 8-22 * * *\""));
      return new Availability.Always();
    }
    return schedule
        .get()
        .text("a cron line")
        .filter(cron -> right(schedule.get(), cron))
        .map(cron -> (Availability) new Availability.Schedule(cron, zone))
        .orElse(new Availability.Always());
  }

  private static boolean right(Value value, String cron) {
    Optional<String> wrong = Hours.check(cron);
    wrong.ifPresent(sentence -> value.wrong(value.shown() + " " + sentence, ""));
    return wrong.isEmpty();
  }
}
