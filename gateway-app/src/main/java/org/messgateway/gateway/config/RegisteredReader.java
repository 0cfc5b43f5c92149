package org.messgateway.gateway.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Address;
import org.messgateway.gateway.channels.inbox.InboxProvider;
import org.messgateway.gateway.config.ConfigValue.ReadContext;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Rule;

/**
 * Reads {@code registered.yaml}: executors and rules that were registered at run time. What has a
 * mistake is left out with a warning. Variables are not replaced, and addresses reach public hosts
 * only, because others than the operator wrote them.
 */
final class RegisteredReader {

  /** Name of the file, and of its part of a problem's position. */
  static final String FILE = "registered.yaml";

  static final String STAMP = "registered";

  private final ConfigProblems problems;
  private final ChannelNames channelNames;
  private final ChannelUses uses;
  private final ExecutorDefaults defaults;
  private final Map<String, Executor> executors = new LinkedHashMap<>();
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, String> ruleSets = new LinkedHashMap<>();
  private final List<Rule> rules = new ArrayList<>();
  private final List<RoutingReader.Named> named = new ArrayList<>();
  private Optional<Rule> fallback = Optional.empty();

  RegisteredReader(
      ConfigProblems problems,
      ChannelNames channelNames,
      ChannelUses uses,
      ExecutorDefaults defaults) {
    this.problems = problems;
    this.channelNames = channelNames;
    this.uses = uses;
    this.defaults = defaults;
  }

  /**
   * @param elsewhere where executors are written that hold before these, by id
   */
  RegisteredReader read(byte[] document, Map<String, String> elsewhere) {
    ConfigProblems whole = new ConfigProblems();
    ReadContext reading = context(whole);
    ConfigTree.parse(FILE, new String(document, UTF_8), whole)
        .flatMap(node -> new ConfigValue("", node, reading).section())
        .ifPresent(root -> {
          root.section("executors").ifPresent(section -> executors(section, elsewhere));
          root.find("routing").map(ConfigValue::items).orElse(List.of()).forEach(this::ruleSet);
          root.doneGently();
        });
    problems.warnOfAll(whole);
    return this;
  }

  /** By id, in the order in which they were registered. */
  Map<String, Executor> executors() {
    return executors;
  }

  /** By whom and when each was registered. */
  Map<String, String> sources() {
    return sources;
  }

  /** When rules were registered, by whom. */
  Map<String, String> ruleSets() {
    return ruleSets;
  }

  List<Rule> rules() {
    return rules;
  }

  Optional<Rule> fallback() {
    return fallback;
  }

  List<RoutingReader.Named> named() {
    return named;
  }

  private static ReadContext context(ConfigProblems problems) {
    return new ReadContext(problems, VariableExpansion.none(problems), Address.Origin.ELSEWHERE);
  }

  private static ConfigValue judged(ConfigValue value, ConfigProblems own) {
    return new ConfigValue(value.path(), value.node(), context(own));
  }

  private void executors(ConfigSection section, Map<String, String> elsewhere) {
    for (String id : section.keys()) {
      section.has(id);
      ConfigValue value = section.under(id);
      if (elsewhere.containsKey(id)) {
        value.warn(
            "`" + id + "` stands in " + elsewhere.get(id) + " too, which is taken",
            "forget the registered one: executors forget " + id);
      } else {
        executor(id, value);
      }
    }
  }

  private void executor(String id, ConfigValue written) {
    ConfigProblems own = new ConfigProblems();
    ChannelUses used = new ChannelUses();
    ConfigValue value = judged(written, own);
    Optional<ConfigSection> section =
        Optional.of(value)
            .filter(_ -> ExecutorReader.checked(id, value))
            .flatMap(ConfigValue::section)
            .map(this::reachable);
    section
        .filter(found -> found.has("identity"))
        .ifPresent(found ->
            found
                .under("identity")
                .wrong("who somebody is on a channel cannot be registered", "see `link`"));
    String stamp = section.map(RegisteredReader::stamp).orElse("");
    Optional<Executor> executor =
        section.map(found -> new ExecutorReader(channelNames, used, defaults).readOne(id, found));
    problems.warnOfWhatCosts(own);
    if (own.count() == 0 && executor.isPresent()) {
      executors.put(id, executor.get());
      sources.put(id, stamp);
      used.channels()
          .forEach(channel ->
              used.of(channel).ifPresent(use -> uses.add(channel, use.executor(), use.written())));
    }
  }

  /**
   * Where nobody said how it is reached, its tasks wait in its inbox: the protocol has no address.
   */
  private ConfigSection reachable(ConfigSection section) {
    ConfigValue value = section.value();
    if (section.has("notify")
        || channelNames.find(InboxProvider.TYPE).isEmpty()
        || !(value.node() instanceof ConfigNode.Mapping mapping)) {
      return section;
    }
    value.warn(
        "nothing says how it is told, so its tasks wait in its inbox",
        "fetch them there, or send notify: { webhook: https://… }");
    ConfigNode inbox =
        new ConfigNode.Mapping(
            value.at(),
            Map.of(
                InboxProvider.TYPE,
                new ConfigNode.Entry(value.at(), new ConfigNode.Scalar(value.at(), "true"))));
    Map<String, ConfigNode.Entry> entries = new LinkedHashMap<>(mapping.entries());
    entries.put("notify", new ConfigNode.Entry(value.at(), inbox));
    return new ConfigSection(value, new ConfigNode.Mapping(value.at(), entries));
  }

  private static String stamp(ConfigSection executor) {
    return executor
        .section(STAMP)
        .map(stamp -> "registered by " + by(stamp) + " at " + stamp.text("at").orElse("?"))
        .orElse("registered");
  }

  private static String by(ConfigSection stamp) {
    return stamp.text("by").orElse("somebody");
  }

  private void ruleSet(ConfigValue written) {
    ConfigProblems own = new ConfigProblems();
    judged(written, own)
        .section()
        .ifPresent(section -> {
          RoutingReader reader = new RoutingReader();
          section.find("rules").ifPresent(reader::read);
          String at = section.text("at").orElse("");
          String by = by(section);
          section.doneGently();
          if (own.count() == 0) {
            ruleSets.put(by, at);
            rules.addAll(reader.rules());
            reader.named().stream()
                .map(
                    one -> new RoutingReader.Named(one.executor(), judged(one.written(), problems)))
                .forEach(named::add);
            fallback = fallback.or(reader::writtenFallback);
          }
        });
    problems.warnOfWhatCosts(own);
  }
}
