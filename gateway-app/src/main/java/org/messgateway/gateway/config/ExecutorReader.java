package org.messgateway.gateway.config;

import java.time.LocalTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Hours;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.Preferences;
import org.messgateway.gateway.routing.Preferences.QuietHours;

/** Reads the executors of {@code config.yaml}. */
final class ExecutorReader {

  /** Ids become parts of URLs and headers. */
  private static final Pattern ID = Pattern.compile("[^\\s/\\\\?#\\p{Cntrl}]{1,128}");

  private enum Sees {
    OWN,
    THREAD
  }

  private static final TextPattern<Sees> SEES = TextPattern.word(Sees.class);

  static final NotifyPlan NOBODY = new NotifyPlan(false, NotifyPlan.DEFAULT_AFTER, List.of());

  private final ChannelNames channelNames;
  private final ChannelUses uses;
  private final ExecutorDefaults defaults;
  private final Map<String, Map<String, String>> identities = new LinkedHashMap<>();

  ExecutorReader(ChannelNames channelNames, ChannelUses uses, ExecutorDefaults defaults) {
    this.channelNames = channelNames;
    this.uses = uses;
    this.defaults = defaults;
  }

  /** All executors by id, in written order, also those with mistakes. */
  Map<String, Executor> readAll(ConfigSection executors) {
    Map<String, Executor> read = new LinkedHashMap<>();
    for (String id : executors.keys()) {
      executors.has(id);
      ConfigValue value = executors.under(id);
      if (checked(id, value)) {
        value.section().ifPresent(section -> read.put(id, readOne(id, section)));
      }
    }
    return read;
  }

  /** The identities of executors on channels, as written, by executor and channel. */
  Map<String, Map<String, String>> identities() {
    return identities;
  }

  static boolean checked(String id, ConfigValue value) {
    boolean right = ID.matcher(id).matches();
    if (!right) {
      value.wrong(
          "an executor cannot be called `" + id + "`",
          "use letters, digits, - and _, without spaces and slashes");
    }
    return right;
  }

  /** One executor, also with mistakes. */
  Executor readOne(String id, ConfigSection section) {
    String name = section.text("name").orElse(id);
    ZoneId zone = defaults.zone(section);
    NotifyPlan plan =
        section
            .section("notify")
            .map(new NotifyReader(id, channelNames, uses)::read)
            .orElse(NOBODY);
    Executor executor =
        new Executor(
            id,
            name,
            CapabilitiesReader.read(section, "capabilities"),
            section.texts("access"),
            AvailabilityReader.read(section, zone),
            plan,
            PreferencesReader.read(section, zone),
            zone,
            section.as("sees", SEES).orElse(Sees.OWN) == Sees.THREAD,
            defaults.texts(section));
    section.section("identity").ifPresent(identity -> identity(id, identity));
    if (!section.has("notify")) {
      section.value().warn("nobody can reach " + id, "write notify: and where to");
    }
    section.done();
    return executor;
  }

  private void identity(String id, ConfigSection section) {
    Map<String, String> byChannel = new LinkedHashMap<>();
    for (String channel : section.keys()) {
      section.text(channel).ifPresent(person -> byChannel.put(channel, person));
    }
    identities.put(id, Map.copyOf(byChannel));
  }

  /** Reads when an executor may be told: {@code availability}, {@code schedule}. */
  static final class AvailabilityReader {

    private enum Word {
      ALWAYS,
      SCHEDULE,
      ON_DEMAND
    }

    private static final TextPattern<Word> WORD = TextPattern.word(Word.class);

    private AvailabilityReader() {}

    static Availability read(ConfigSection section, ZoneId zone) {
      Optional<ConfigValue> written = section.find("availability");
      Optional<ConfigValue> schedule = section.find("schedule");
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
        Optional<ConfigValue> word, Optional<ConfigValue> schedule, Availability availability) {
      if (word.isPresent()) {
        schedule.ifPresent(value ->
            value.warn("`schedule` has no effect like this", "write availability: schedule"));
      }
      return availability;
    }

    private static Availability scheduled(
        Optional<ConfigValue> word, Optional<ConfigValue> schedule, ZoneId zone) {
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

    private static boolean right(ConfigValue value, String cron) {
      Optional<String> wrong = Hours.check(cron);
      wrong.ifPresent(sentence -> value.wrong(value.shown() + " " + sentence, ""));
      return wrong.isEmpty();
    }
  }

  /**
   * Reads capabilities in every shape the documents show: {@code check-door}, {@code take-photo:
   * {camera: rear}} and {@code {capability: take-photo, level: 2}}.
   */
  static final class CapabilitiesReader {

    private CapabilitiesReader() {}

    static List<Requirement> read(ConfigSection section, String key) {
      return section.find(key).map(CapabilitiesReader::read).orElse(List.of());
    }

    private static List<Requirement> read(ConfigValue value) {
      return value.items().stream().flatMap(item -> one(item).stream()).toList();
    }

    private static Optional<Requirement> one(ConfigValue item) {
      return item.node() instanceof ConfigNode.Mapping mapping
          ? map(item, mapping)
          : item.text("a capability").filter(id -> !id.isEmpty()).map(Requirement::new);
    }

    private static Optional<Requirement> map(ConfigValue item, ConfigNode.Mapping mapping) {
      Map<String, ConfigNode.Entry> entries = mapping.entries();
      ConfigNode.Entry named = entries.get("capability");
      if (named != null
          && named.value() instanceof ConfigNode.Scalar scalar
          && scalar.text() != null) {
        return Optional.of(new Requirement(scalar.text(), plain(mapping)));
      }
      if (entries.size() == 1) {
        Map.Entry<String, ConfigNode.Entry> only = entries.entrySet().iterator().next();
        return Optional.of(new Requirement(only.getKey(), plain(only.getValue().value())));
      }
      item.wrong(
          "a map stands where a capability is needed",
          "write its id, or its id with what belongs to it: take-photo: { camera: rear }");
      return Optional.empty();
    }

    /** Values are passed on, not interpreted: texts stay as written. */
    private static @Nullable Object plain(ConfigNode node) {
      return switch (node) {
        case ConfigNode.Scalar scalar -> scalar.text();
        case ConfigNode.Sequence list ->
            list.items().stream().map(CapabilitiesReader::shown).toList();
        case ConfigNode.Mapping map -> {
          Map<String, Object> plain = new LinkedHashMap<>();
          map.entries().forEach((key, entry) -> plain.put(key, shown(entry.value())));
          yield plain;
        }
      };
    }

    private static Object shown(ConfigNode node) {
      Object plain = plain(node);
      return plain == null ? "" : plain;
    }
  }

  /** Reads the preferences of an executor, from {@code config.yaml} or an executor file. */
  static final class PreferencesReader {

    private PreferencesReader() {}

    static Preferences read(ConfigSection section, ZoneId zone) {
      Priority least =
          section.as("min_priority", TextPatterns.PRIORITY).orElse(Priority.BACKGROUND);
      QuietHours quiet = section.section("quiet_hours").map(s -> quiet(s, zone)).orElse(null);
      return new Preferences(
          least,
          quiet,
          section.texts("capability_filter"),
          section.as("any_task", TextPatterns.FLAG),
          null);
    }

    private static @Nullable QuietHours quiet(ConfigSection section, ZoneId usual) {
      boolean enabled = section.as("enabled", TextPatterns.FLAG).orElse(true);
      Optional<LocalTime> start = section.as("start", TextPatterns.TIME);
      Optional<LocalTime> end = section.as("end", TextPatterns.TIME);
      ZoneId zone = section.as("timezone", TextPatterns.ZONE).orElse(usual);
      if (enabled) {
        required(section, "start", "22:00");
        required(section, "end", "07:00");
      }
      section.done();
      return enabled && start.isPresent() && end.isPresent()
          ? new QuietHours(start.get(), end.get(), zone)
          : null;
    }

    private static void required(ConfigSection section, String key, String example) {
      if (section.find(key).isEmpty()) {
        section.value().wrong("`" + key + "` is missing", "write " + key + ": \"" + example + "\"");
      }
    }
  }
}
