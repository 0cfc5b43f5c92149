package org.messgateway.gateway.cli.setup.init;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.routing.Executor;

/** Asks for one person: the name, how they are reached, and whether a test arrives there. */
final class PersonSetup {

  private static final List<String> CAPABILITIES =
      List.of("check-visual", "take-photo", "home-access");

  private static final String TIME = "(\\d{1,2})(:\\d{1,2})?\\s*(?:([ap])\\.?m\\.?|h|uhr)?";

  private static final Pattern QUIET_HOURS =
      Pattern.compile(
          TIME + "(?:[^\\p{L}\\d:.]+|\\s(?:to|bis)\\s)" + TIME, Pattern.CASE_INSENSITIVE);

  private final Dialogue dialogue;
  private final HouseholdDraft draft;
  private final AdapterRegistry registry;
  private final InitOptions options;
  private final AddressSetup addresses;

  PersonSetup(
      Dialogue dialogue,
      HouseholdDraft draft,
      AdapterRegistry registry,
      InitOptions options,
      AddressSetup addresses) {
    this.dialogue = dialogue;
    this.draft = draft;
    this.registry = registry;
    this.options = options;
    this.addresses = addresses;
  }

  /**
   * Asks.
   *
   * @param usual the name that an empty answer stands for; empty for going back
   */
  void add(String usual) {
    Optional<String> name =
        dialogue.text(
            usual.isEmpty() ? "Name of the person (Enter: back)" : "Who is asked first, your name",
            usual,
            PersonSetup::wrongName);
    name.ifPresent(this::reach);
  }

  private static Optional<String> wrongName(String name) {
    return name.length() > 60 ? Optional.of("A name has 60 characters at most.") : Optional.empty();
  }

  private void reach(String name) {
    String id = draft.executor(name).map(Executor::id).orElseGet(() -> draft.freeId(name));
    boolean more = true;
    boolean reached = false;
    while (more) {
      Optional<String> channel = channel(name);
      if (channel.isPresent() && person(id, name)) {
        reached |= addresses.add(id, channel.get());
      }
      more = channel.isPresent() && dialogue.yes("Another way to reach " + name + "?", !reached);
    }
    if (draft.config().catalogue().executor(id).isPresent()) {
      quietHours(id, name);
    }
  }

  /** Adds the person, unless known; false when that is not possible. */
  private boolean person(String id, String name) {
    if (draft.config().catalogue().executor(id).isPresent()) {
      return true;
    }
    Map<String, Object> person = new LinkedHashMap<>();
    person.put("name", HouseholdDraft.literal(name));
    person.put("capabilities", CAPABILITIES);
    person.put("notify", Map.of());
    Optional<String> wrong = draft.add(List.of("executors"), id, person);
    wrong.ifPresent(dialogue::say);
    return wrong.isEmpty();
  }

  /** A channel to people, made where it is not there yet. */
  private Optional<String> channel(String name) {
    List<ChannelConfig> there =
        draft.config().channels().values().stream()
            .filter(each -> toPeople(each.provider()))
            .sorted((one, other) -> one.name().compareTo(other.name()))
            .toList();
    List<RegisteredProvider> others =
        registry.types().stream()
            .flatMap(type -> registry.provider(type).stream())
            .filter(PersonSetup::toPeople)
            .filter(each -> there.stream().noneMatch(one -> one.type().equals(each.type())))
            .sorted(Comparator.comparingInt(each -> ChannelGuide.of(each).rank()))
            .toList();
    List<String> lines = new ArrayList<>();
    there.forEach(each ->
        lines.add(
            "over "
                + each.name()
                + ", set up already: "
                + ChannelGuide.of(each.provider()).service()));
    others.forEach(each -> lines.add(ChannelGuide.of(each).described()));
    while (true) {
      Optional<Integer> chosen =
          dialogue.choice("How is " + name + " reached?", lines, "goes back");
      if (chosen.isEmpty()) {
        return Optional.empty();
      }
      int index = chosen.get() - there.size();
      Optional<String> channel =
          index < 0
              ? Optional.of(there.get(chosen.get()).name())
              : new ChannelSetup(dialogue, draft, others.get(index), options).setUp();
      if (channel.isPresent()) {
        return channel;
      }
    }
  }

  static boolean toPeople(RegisteredProvider provider) {
    return provider.description().audience() == Audience.PEOPLE;
  }

  private void quietHours(String id, String name) {
    Optional<String> hours =
        dialogue.text(
            "Quiet hours of " + name + ", like 22:00-07:00 (Enter: none)",
            "",
            typed -> {
              Map<String, Object> value = hours(typed);
              return value.isEmpty()
                  ? Optional.of("Write two times of day, like 22:00-07:00.")
                  : draft.add(List.of("executors", id), "quiet_hours", value);
            });
    hours.ifPresent(_ ->
        dialogue.say("  What is asked then waits until they end; what is urgent comes through."));
  }

  /** Empty where a word is not understood, or only one of the two has am or pm. */
  private static Map<String, Object> hours(String typed) {
    Matcher times = QUIET_HOURS.matcher(typed.strip());
    Map<String, Object> hours = new LinkedHashMap<>();
    if (times.matches() && (times.group(3) == null) == (times.group(6) == null)) {
      hours.put("start", time(times.group(1), times.group(2), times.group(3)));
      hours.put("end", time(times.group(4), times.group(5), times.group(6)));
    }
    return hours;
  }

  private static String time(String hour, @Nullable String minutes, @Nullable String half) {
    int number = Integer.parseInt(hour);
    if (half != null) {
      number = (number == 12 ? 0 : number) + (half.equalsIgnoreCase("p") ? 12 : 0);
    }
    return number + (minutes == null ? ":00" : minutes);
  }
}
