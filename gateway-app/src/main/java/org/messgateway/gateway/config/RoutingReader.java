package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.gateway.routing.Rule.Step;

/** Reads {@code routing}: the plan's list, or the protocol's {@code {rules: […]}}. */
final class RoutingReader {

  /** How long those who are told first have, where no `after` is written. */
  private static final Duration USUAL_STEP = Duration.ofMinutes(10);

  private static final List<String> POLICIES = List.of("lower_latency", "higher_precision");
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

  private static final Form<Urgency> URGENCY = Form.word(Urgency.class);
  private static final Form<Precision> PRECISION = Form.word(Precision.class);

  /** Somebody named in a rule. */
  record Named(String executor, Value written) {}

  private final List<Rule> rules = new ArrayList<>();
  private final List<Named> named = new ArrayList<>();
  private Optional<Rule> fallback = Optional.empty();

  RoutingReader read(Value routing) {
    if (routing.isSection()) {
      Section section = routing.section().orElseThrow();
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

  Rule fallback() {
    return fallback.orElse(Rule.EVERYONE);
  }

  /** Every executor that some rule names. */
  List<Named> named() {
    return named;
  }

  private void rule(Value value) {
    value.section().ifPresent(section -> rule(value, section));
  }

  private void rule(Value value, Section section) {
    if (section.has("default")) {
      Optional<Value> nested = section.find("default");
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

  private static Match match(Section section) {
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

  /** What is preferred stands beside `default` (the plan) or below it. */
  private void fallback(Value holder, Value at) {
    Optional<Section> section = holder.isSection() ? holder.section() : Optional.of(bare(holder));
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
  private static Section bare(Value holder) {
    return new Section(
        holder,
        new ConfigNode.Mapping(
            holder.at(), Map.of("prefer", new ConfigNode.Entry(holder.at(), holder.node()))));
  }

  private Rule outcome(Value at, Section section, Match match) {
    Choice prefer = section.find("prefer").map(this::choice).orElseGet(() -> unsaid(at));
    return new Rule(at.at().toString(), match, prefer, steps(section));
  }

  private static Choice unsaid(Value at) {
    at.warn("this rule prefers nobody, so all who are able are told", "write prefer: [executor]");
    return new Choice.Everyone();
  }

  private Choice choice(Value value) {
    List<String> ids = new ArrayList<>();
    boolean everyone = false;
    for (Value item : value.items()) {
      String id = item.text("an executor").orElse("");
      everyone |= id.equals(EVERYONE) || policy(item, id);
      if (!id.isEmpty() && !id.equals(EVERYONE) && !POLICIES.contains(id)) {
        ids.add(id);
        named.add(new Named(id, item));
      }
    }
    return everyone ? new Choice.Everyone() : new Choice.Named(ids);
  }

  private static boolean policy(Value item, String id) {
    if (POLICIES.contains(id)) {
      item.warn(
          "the policy `" + id + "` cannot be followed yet, so all who are able are told",
          "name executors instead");
    }
    return POLICIES.contains(id);
  }

  private List<Step> steps(Section section) {
    Optional<Value> then = section.find("then");
    Optional<Duration> after = section.as("after", Amounts.DURATION_FORM);
    if (then.isEmpty()) {
      after.ifPresent(_ -> section.under("after").warn("`after` has no effect without `then`", ""));
      return List.of();
    }
    boolean several = then.get().items().stream().anyMatch(Value::isSection);
    return several
        ? then.get().items().stream().flatMap(item -> step(item).stream()).toList()
        : List.of(new Step(choice(then.get()), after.orElse(USUAL_STEP)));
  }

  /** One of several steps: {@code {prefer: [ana], after: 20m}}. */
  private Optional<Step> step(Value item) {
    return item.section()
        .map(section -> {
          Choice then = section.find("prefer").map(this::choice).orElseGet(() -> unsaid(item));
          Duration after = section.as("after", Amounts.DURATION_FORM).orElse(USUAL_STEP);
          section.done();
          return new Step(then, after);
        });
  }
}
