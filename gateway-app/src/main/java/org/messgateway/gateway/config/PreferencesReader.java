package org.messgateway.gateway.config;

import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.routing.Preferences;
import org.messgateway.gateway.routing.Preferences.QuietHours;

/** Reads what an executor wants to be spared; the same keys in both kinds of files. */
final class PreferencesReader {

  private PreferencesReader() {}

  static Preferences read(Section section, ZoneId zone) {
    Priority least = section.as("min_priority", Forms.PRIORITY).orElse(Priority.BACKGROUND);
    QuietHours quiet = section.section("quiet_hours").map(s -> quiet(s, zone)).orElse(null);
    return new Preferences(least, quiet, section.texts("capability_filter"));
  }

  private static @Nullable QuietHours quiet(Section section, ZoneId usual) {
    boolean enabled = section.as("enabled", Forms.FLAG).orElse(true);
    Optional<LocalTime> start = section.as("start", Forms.TIME);
    Optional<LocalTime> end = section.as("end", Forms.TIME);
    ZoneId zone = section.as("timezone", Forms.ZONE).orElse(usual);
    if (enabled) {
      required(section, "start", "22:00");
      required(section, "end", "07:00");
    }
    section.done();
    return enabled && start.isPresent() && end.isPresent()
        ? new QuietHours(start.get(), end.get(), zone)
        : null;
  }

  private static void required(Section section, String key, String example) {
    if (section.find(key).isEmpty()) {
      section.value().wrong("`" + key + "` is missing", "write " + key + ": \"" + example + "\"");
    }
  }
}
