package org.messgateway.gateway.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.gateway.config.RegistrationException.Reason;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * What one message of {@code config} entries changes in {@code registered.yaml}. For one thread.
 */
final class RegistrationChange {

  /** Characters of an id or tag. */
  private static final int LONGEST = 200;

  private final Registrant by;
  private final String at;
  private final Map<String, Map<String, Object>> executors = new LinkedHashMap<>();
  private final Map<String, Map<String, Object>> capabilities = new LinkedHashMap<>();
  private @Nullable List<?> rules;

  RegistrationChange(Registrant by, String at) {
    this.by = by;
    this.at = at;
  }

  boolean isEmpty() {
    return !registers() && capabilities.isEmpty();
  }

  /** Whether it is about executors or rules, which are kept in {@code registered.yaml}. */
  boolean registers() {
    return !executors.isEmpty() || rules != null;
  }

  /** By id. */
  Map<String, Map<String, Object>> capabilities() {
    return capabilities;
  }

  void add(@Nullable Object config) {
    if (!(config instanceof Map<?, ?> map)) {
      throw RegistrationException.mistake(
          "config", "a map of keys is needed", "write executor: {id: …}");
    }
    map.forEach((key, value) -> {
      switch (String.valueOf(key)) {
        case "executor" -> executor(value);
        case Registrations.ROUTING -> routing(value);
        case CapabilityRegistry.KEY -> capability(value);
        default ->
            throw RegistrationException.mistake(
                "config." + key, "unknown key", "known here: executor, routing, capability");
      }
    });
  }

  private void executor(@Nullable Object value) {
    Map<String, Object> written = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> written.put(String.valueOf(key), each == null ? "" : each));
    }
    Object id = written.remove("id");
    if (id == null || id instanceof Map || id.toString().isBlank()) {
      throw RegistrationException.mistake(
          "config.executor.id", "it is missing", "write executor: {id: roomba-kitchen, …}");
    }
    if (by.kind() == Registrant.Kind.EXECUTOR) {
      own(id.toString(), written);
    }
    if (written.containsKey(RegisteredReader.STAMP)) {
      throw RegistrationException.mistake(
          "config.executor." + RegisteredReader.STAMP, "unknown key", "leave it out");
    }
    executors.computeIfAbsent(id.toString(), _ -> new LinkedHashMap<>()).putAll(written);
  }

  private void own(String id, Map<String, Object> written) {
    if (!id.equals(by.name())) {
      throw RegistrationException.forbidden(
          "config.executor.id", "You are " + by.name() + " and may register yourself only.");
    }
    if (written.containsKey("sees")) {
      throw RegistrationException.forbidden(
          "config.executor.sees", "Whose answers you see is for an operator to say.");
    }
  }

  /** One or several, each a map of keys, or an id alone. */
  private void capability(@Nullable Object value) {
    switch (value) {
      case List<?> several -> several.forEach(this::capability);
      case Map<?, ?> map -> {
        Map<String, Object> written = Registrations.copied(map);
        Object id = written.get("id");
        if (id == null || !isLine(id)) {
          throw wrongCapability("id");
        }
        if (written.containsKey(CapabilityFile.STAMP)) {
          throw wrongCapability(CapabilityFile.STAMP);
        }
        if (written.get("description") instanceof Map
            || written.get("description") instanceof List) {
          throw wrongCapability("description");
        }
        Object tags = written.getOrDefault("tags", List.of());
        if (!(tags instanceof List<?> list ? list : List.of(tags))
            .stream().allMatch(RegistrationChange::isLine)) {
          throw wrongCapability("tags");
        }
        written.put("id", id.toString());
        written.values().removeIf(""::equals);
        capabilities.put(id.toString(), written);
      }
      case null -> throw wrongCapability("id");
      default -> capability(Map.of("id", value));
    }
  }

  private static RegistrationException wrongCapability(String key) {
    return RegistrationException.mistake(
        "config.capability." + key,
        "it is missing, or is nothing that can stand there",
        "write capability: {id: take-photo, description: Capture and attach photos, tags:"
            + " [visual]}");
  }

  private static boolean isLine(@Nullable Object value) {
    return value != null
        && !(value instanceof Map)
        && !(value instanceof List)
        && !value.toString().isBlank()
        && value.toString().length() <= LONGEST
        && value.toString().chars().noneMatch(Character::isISOControl);
  }

  private void routing(@Nullable Object value) {
    if (by.kind() == Registrant.Kind.EXECUTOR) {
      throw RegistrationException.forbidden(
          "config.routing", "Who is told of what is for an operator to say.");
    }
    Object list = value instanceof Map<?, ?> map ? map.get(Registrations.RULES) : value;
    if (!(list instanceof List<?> given)) {
      throw RegistrationException.mistake(
          "config.routing.rules",
          "a list is needed",
          "write rules: [{match: {capability: vacuum-floor}, prefer: [roomba-kitchen]}]");
    }
    rules = given;
  }

  /** Keys that a message leaves out stay as they were; one without a value is taken away. */
  void apply(Map<String, Object> tree) {
    Map<String, Object> all = Registrations.copied(tree.get(Registrations.EXECUTORS));
    executors.forEach((id, written) -> {
      Map<String, Object> before = Registrations.copied(all.get(id));
      Map<String, Object> after = new LinkedHashMap<>(before);
      written.forEach((key, value) -> {
        if (value.equals("")) {
          after.remove(key);
        } else {
          after.put(key, value);
        }
      });
      if (!after.equals(before)) {
        after.put(RegisteredReader.STAMP, stamp());
      }
      all.put(id, after);
    });
    if (!all.isEmpty()) {
      tree.put(Registrations.EXECUTORS, all);
    }
    if (rules != null) {
      tree.put(Registrations.ROUTING, ruleSets(tree, rules));
    }
  }

  /** Each has one set of rules, which a later one replaces. */
  private List<Object> ruleSets(Map<String, Object> tree, List<?> mine) {
    List<Object> sets = new ArrayList<>();
    boolean placed = false;
    for (Object each :
        tree.get(Registrations.ROUTING) instanceof List<?> before ? before : List.of()) {
      Map<String, Object> set = Registrations.copied(each);
      if (!by.toString().equals(set.get("by"))) {
        sets.add(set);
      } else if (!mine.isEmpty()) {
        placed = true;
        sets.add(mine.equals(set.get(Registrations.RULES)) ? set : ruleSet(mine));
      }
    }
    if (!placed && !mine.isEmpty()) {
      sets.add(ruleSet(mine));
    }
    return sets;
  }

  private Map<String, Object> ruleSet(List<?> mine) {
    Map<String, Object> set = new LinkedHashMap<>(stamp());
    set.put(Registrations.RULES, mine);
    return set;
  }

  Map<String, Object> stamp() {
    Map<String, Object> stamp = new LinkedHashMap<>();
    stamp.put("by", by.toString());
    stamp.put("at", at);
    return stamp;
  }

  /** Throws where what was written did not become part of the configuration. */
  void check(GatewayConfig config, List<ConfigProblem> told) {
    executors.keySet().forEach(id -> check(id, config, told));
    if (rules != null
        && !rules.isEmpty()
        && !config.registry().ruleSets().containsKey(by.toString())) {
      throw told.stream()
          .filter(problem -> problem.path().startsWith(Registrations.ROUTING))
          .findFirst()
          .map(problem ->
              RegistrationException.mistake(ruleKey(problem), problem.what(), problem.right()))
          .orElseGet(() -> RegistrationException.mistake("config.routing", "cannot be read", ""));
    }
  }

  private void check(String id, GatewayConfig config, List<ConfigProblem> told) {
    if (!config.registry().registered().contains(id)) {
      throw of(id, told).stream()
          .findFirst()
          .map(problem ->
              RegistrationException.mistake(
                  executorKey(id, problem), problem.what(), problem.right()))
          .orElseGet(() -> RegistrationException.mistake("config.executor", "cannot be read", ""));
    }
    if (by.kind() == Registrant.Kind.EXECUTOR) {
      peopleAreNotTold(Objects.requireNonNull(config.catalogue().executors().get(id)), config);
    }
  }

  /** By a channel of people it could act as whoever answers there. */
  private static void peopleAreNotTold(Executor executor, GatewayConfig config) {
    for (ChannelAddress address : executor.notifyPlan().channels()) {
      if (config.catalogue().audiences().get(address.channel()) == Audience.PEOPLE) {
        throw new RegistrationException(
            Reason.FORBIDDEN,
            "config.executor.notify." + address.channel(),
            "An address of people is for an operator to register; yours are webhook and http.");
      }
    }
  }

  private static List<ConfigProblem> of(String id, List<ConfigProblem> told) {
    String path = Registrations.EXECUTORS + "." + id;
    return told.stream()
        .filter(problem -> problem.path().equals(path) || problem.path().startsWith(path + "."))
        .toList();
  }

  private static String executorKey(String id, ConfigProblem problem) {
    return "config.executor"
        + problem.path().substring((Registrations.EXECUTORS + "." + id).length());
  }

  /** {@code routing[2].rules[0].match} is {@code config.routing.rules[0].match} in the message. */
  private static String ruleKey(ConfigProblem problem) {
    return "config." + problem.path().replaceFirst("^routing\\[\\d+]", Registrations.ROUTING);
  }

  List<Registrations.Accepted> accepted(List<ConfigProblem> told) {
    List<Registrations.Accepted> accepted = new ArrayList<>();
    executors
        .keySet()
        .forEach(
            id -> accepted.add(new Registrations.Accepted("executor", id, hints(of(id, told)))));
    if (rules != null) {
      accepted.add(
          new Registrations.Accepted(
              Registrations.ROUTING,
              String.valueOf(rules.size()),
              hints(
                  told.stream()
                      .filter(problem -> problem.path().startsWith(Registrations.ROUTING))
                      .toList())));
    }
    return accepted;
  }

  private static List<String> hints(List<ConfigProblem> problems) {
    return problems.stream()
        .map(problem -> problem.what() + (problem.right().isEmpty() ? "" : "; " + problem.right()))
        .toList();
  }
}
