package org.messgateway.gateway.config;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;

/** Reads one executor of {@code config.yaml}. */
final class ExecutorReader {

  /** Ids become parts of URLs and headers. */
  private static final Pattern ID = Pattern.compile("[^\\s/\\\\?#\\p{Cntrl}]{1,128}");

  private enum Sees {
    OWN,
    THREAD
  }

  private static final Form<Sees> SEES = Form.word(Sees.class);

  static final NotifyPlan NOBODY = new NotifyPlan(false, NotifyPlan.DEFAULT_AFTER, List.of());

  private final KnownChannels known;
  private final ChannelUses uses;
  private final ZoneId usualZone;
  private final Map<String, Map<String, String>> identities = new LinkedHashMap<>();

  ExecutorReader(KnownChannels known, ChannelUses uses, ZoneId usualZone) {
    this.known = known;
    this.uses = uses;
    this.usualZone = usualZone;
  }

  /** All of them, by id, in written order; an executor with mistakes is among them all the same. */
  Map<String, Executor> readAll(Section executors) {
    Map<String, Executor> read = new LinkedHashMap<>();
    for (String id : executors.keys()) {
      executors.has(id);
      Value value = executors.under(id);
      if (checked(id, value)) {
        value.section().ifPresent(section -> read.put(id, read(id, section)));
      }
    }
    return read;
  }

  /** Who an executor is on a channel, as it was written, by executor and channel. */
  Map<String, Map<String, String>> identities() {
    return identities;
  }

  static boolean checked(String id, Value value) {
    boolean right = ID.matcher(id).matches();
    if (!right) {
      value.wrong(
          "an executor cannot be called `" + id + "`",
          "use letters, digits, - and _, without spaces and slashes");
    }
    return right;
  }

  private Executor read(String id, Section section) {
    String name = section.text("name").orElse(id);
    ZoneId zone = section.as("timezone", Forms.ZONE).orElse(usualZone);
    NotifyPlan plan =
        section.section("notify").map(new NotifyReader(id, known, uses)::read).orElse(NOBODY);
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
            section.as("sees", SEES).orElse(Sees.OWN) == Sees.THREAD);
    section.section("identity").ifPresent(identity -> identity(id, identity));
    if (!section.has("notify")) {
      section.value().warn("nobody can reach " + id, "write notify: and where to");
    }
    section.done();
    return executor;
  }

  private void identity(String id, Section section) {
    Map<String, String> byChannel = new LinkedHashMap<>();
    for (String channel : section.keys()) {
      section.text(channel).ifPresent(person -> byChannel.put(channel, person));
    }
    identities.put(id, Map.copyOf(byChannel));
  }
}
