package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.gateway.routing.Rule.Policy;
import org.messgateway.gateway.routing.Rule.Step;

/** Reads {@code routing}: a list, or the protocol's {@code {rules: […]}}. */
final class RoutingReader {

  /** How long the preferred executors have where no `after` is written. */
  private static final Duration USUAL_STEP = Duration.ofMinutes(10);

  private static final String EVERYONE = "everyone";

  private enum Urgency {
    WHENEVER,
    SOON,
    NOW
  }

  private enum Precision {
    LOOSE,
    GUIDED,
    EXACT
  }

  private static final TextPattern<Urgency> URGENCY = TextPattern.word(Urgency.class);
  private static final TextPattern<Precision> PRECISION = TextPattern.word(Precision.class);

  /** An executor that a rule names. */
  record Named(String executor, ConfigValue written) {}

  private final List<Rule> rules = new ArrayList<>();
  private final List<Named> named = new ArrayList<>();
  private Optional<Rule> fallback = Optional.empty();

  RoutingReader read(ConfigValue routing) {
    if (routing.isSection()) {
      ConfigSection section = routing.section().orElseThrow();
      section.find("rules").ifPresent(list -> list.items().forEach(this::rule));
      section.find("default").ifPresent(value -> fallback(value, value));
      section.done();
    } else {
      routing.items().forEach(this::rule);
    }
    return this;
  }

  List<Rule> rules() {
    return rules;
  }

  /** The default that is written; empty where none is. */
  Optional<Rule> writtenFallback() {
    return fallback;
  }

  /** All executors that rules name. */
  List<Named> named() {
    return named;
  }

  private void rule(ConfigValue value) {
    value.section().ifPresent(section -> rule(value, section));
  }

  private void rule(ConfigValue value, ConfigSection section) {
    if (section.has("default")) {
      Optional<ConfigValue> nested = section.find("default");
      if (section.has("match")) {
        value.wrong("a rule has either `match` or `default`", "write two rules");
      } else {
        fallback(nested.orElse(value), value);
      }
      return;
    }
    Match match = section.section("match").map(RoutingReader::match).orElse(ANYTHING);
    rules.add(outcome(value, section, match));
    section.done();
  }

  private static final Match ANYTHING = new Match(null, null, null);

  private static Match match(ConfigSection section) {
    Match match =
        new Match(
            section.text("capability").orElse(null),
            section.as("urgency", URGENCY).map(RoutingReader::word).orElse(null),
            section.as("precision", PRECISION).map(RoutingReader::word).orElse(null));
    section.done();
    return match;
  }

  private static String word(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  /** `prefer` stands beside `default` or below it. */
  private void fallback(ConfigValue holder, ConfigValue at) {
    Optional<ConfigSection> section =
        holder.isSection() ? holder.section() : Optional.of(bare(holder));
    if (fallback.isPresent()) {
      at.wrong("there is a second default", "keep one of the two");
      return;
    }
    section.ifPresent(found -> {
      found.has("default");
      fallback = Optional.of(outcome(at, found, ANYTHING));
      found.done();
    });
  }

  /** {@code default: ana} is short for {@code default: {prefer: ana}}. */
  private static ConfigSection bare(ConfigValue holder) {
    return new ConfigSection(
        holder,
        new ConfigNode.Mapping(
            holder.at(), Map.of("prefer", new ConfigNode.Entry(holder.at(), holder.node()))));
  }

  private Rule outcome(ConfigValue at, ConfigSection section, Match match) {
    Choice prefer = section.find("prefer").map(this::choice).orElseGet(() -> unsaid(at));
    return new Rule(at.at().toString(), match, prefer, steps(section));
  }

  private static Choice unsaid(ConfigValue at) {
    at.warn("this rule prefers nobody, so all who are able are told", "write prefer: [executor]");
    return new Choice.Everyone();
  }

  private Choice choice(ConfigValue value) {
    List<String> ids = new ArrayList<>();
    List<Policy> policies = new ArrayList<>();
    boolean everyone = false;
    for (ConfigValue item : value.items()) {
      String id = item.text("an executor").orElse("");
      Optional<Policy> policy = policy(id);
      policy.ifPresent(policies::add);
      everyone |= id.equals(EVERYONE);
      if (!id.isEmpty() && !id.equals(EVERYONE) && policy.isEmpty()) {
        ids.add(id);
        named.add(new Named(id, item));
      }
    }
    Choice among =
        everyone || (ids.isEmpty() && !policies.isEmpty())
            ? new Choice.Everyone()
            : new Choice.Named(ids);
    if (policies.size() > 1) {
      value.warn(
          "one policy decides, so `" + policies.getLast().code() + "` has no effect",
          "write one of the two");
    }
    return policies.isEmpty() ? among : new Choice.Best(policies.getFirst(), among);
  }

  private static Optional<Policy> policy(String word) {
    return Arrays.stream(Policy.values()).filter(each -> each.code().equals(word)).findFirst();
  }

  private List<Step> steps(ConfigSection section) {
    Optional<ConfigValue> then = section.find("then");
    Optional<Duration> after = section.as("after", Quantities.DURATION_FORM);
    if (then.isEmpty()) {
      after.ifPresent(_ -> section.under("after").warn("`after` has no effect without `then`", ""));
      return List.of();
    }
    boolean several = then.get().items().stream().anyMatch(ConfigValue::isSection);
    return several
        ? then.get().items().stream().flatMap(item -> step(item).stream()).toList()
        : List.of(new Step(choice(then.get()), after.orElse(USUAL_STEP)));
  }

  /** One of several steps: {@code {prefer: [ana], after: 20m}}. */
  private Optional<Step> step(ConfigValue item) {
    return item.section()
        .map(section -> {
          Choice then = section.find("prefer").map(this::choice).orElseGet(() -> unsaid(item));
          Duration after = section.as("after", Quantities.DURATION_FORM).orElse(USUAL_STEP);
          section.done();
          return new Step(then, after);
        });
  }
}
