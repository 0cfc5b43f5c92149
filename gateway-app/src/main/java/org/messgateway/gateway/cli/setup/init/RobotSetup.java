package org.messgateway.gateway.cli.setup.init;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.messgateway.api.Outcome;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** Asks for one robot, service or program: how it is told, and what it can do. */
final class RobotSetup {

  private static final List<String> WAYS =
      List.of(
          "by a call to its URL (webhook)",
          "behind a router: it fetches its tasks here (inbox)",
          "it is a program with an MCP server");

  private final Dialogue dialogue;
  private final HouseholdDraft draft;
  private final CommandHint hint;
  private final boolean offline;
  private final List<String> next = new ArrayList<>();
  private final List<String> reached = new ArrayList<>();

  RobotSetup(Dialogue dialogue, HouseholdDraft draft, CommandHint hint, boolean offline) {
    this.dialogue = dialogue;
    this.draft = draft;
    this.hint = hint;
    this.offline = offline;
  }

  /** What its maker needs, when the household is written. */
  List<String> next() {
    return List.copyOf(next);
  }

  /** Which ones took a test, for people. */
  List<String> reached() {
    return List.copyOf(reached);
  }

  void add() {
    Optional<String> name =
        dialogue.text("Its name, like roomba (Enter: back)", "", this::wrongName);
    if (name.isEmpty()) {
      return;
    }
    String id = draft.freeId(name.get());
    switch (dialogue.choice("How is " + name.get() + " told?", WAYS, "goes back").orElse(-1)) {
      case 0 -> webhook(id, name.get());
      case 1 -> inbox(id, name.get());
      case 2 -> mcp(id, name.get());
      default -> dialogue.say("  Nothing was added.");
    }
  }

  private Optional<String> wrongName(String name) {
    return draft.executor(name).map(each -> "There is " + each.id() + " already.");
  }

  private void webhook(String id, String name) {
    Optional<String> url =
        url("Its URL, like http://192.168.1.20:8080/mess", id, name, RobotSetup::byUrl);
    if (url.isPresent() && add(id, name, byUrl(url.get()))) {
      draft.needWebhookSecret();
      next.add(
          "The key with which "
              + id
              + " verifies what it gets: "
              + hint.to("secret", id)
              + "  (docs/webhooks.md)");
      test(id);
    }
  }

  /** JSON is what every library that verifies takes. */
  static Map<String, Object> byUrl(String url) {
    Map<String, Object> address = new LinkedHashMap<>();
    address.put("url", HouseholdDraft.literal(url));
    address.put("format", "json");
    return Map.of("webhook", address);
  }

  private void inbox(String id, String name) {
    if (add(id, name, Map.of("http", true))) {
      next.add("A token for " + id + ": " + hint.to("token", "executor", id));
      next.add("and there: " + hint.to("listen", id, "--forward", "http://localhost:8080/mess"));
    }
  }

  private void mcp(String id, String name) {
    Optional<String> url =
        url(
            "URL of the MCP server, like http://localhost:9000/mcp",
            id,
            name,
            text -> Map.of("mcp", Map.of("url", HouseholdDraft.literal(text))));
    if (url.isEmpty()) {
      return;
    }
    Map<String, Object> address = new LinkedHashMap<>();
    address.put("url", HouseholdDraft.literal(url.get()));
    dialogue
        .text("The tool that takes tasks (Enter: its only one)", "", _ -> Optional.empty())
        .ifPresent(tool -> address.put("tool", HouseholdDraft.literal(tool)));
    if (add(id, name, Map.of("mcp", address))) {
      test(id);
    }
  }

  private Optional<String> url(
      String question, String id, String name, Function<String, Map<String, Object>> notify) {
    return dialogue.text(
        question + " (Enter: back)",
        "",
        typed ->
            switch (draft.tried(
                List.of("executors"), id, robot(name, List.of(), notify.apply(typed)), Map.of())) {
              case LoadResult.Valid _ -> Optional.empty();
              case LoadResult.Invalid invalid ->
                  Optional.of(HouseholdDraft.sentence(invalid) + ".");
            });
  }

  private static Map<String, Object> robot(
      String name, List<String> capabilities, Map<String, Object> notify) {
    Map<String, Object> robot = new LinkedHashMap<>();
    robot.put("name", HouseholdDraft.literal(name));
    robot.put("capabilities", capabilities);
    robot.put("notify", notify);
    return robot;
  }

  private boolean add(String id, String name, Map<String, Object> notify) {
    List<String> capabilities = new ArrayList<>();
    dialogue
        .text(
            "What can it do? Words with commas between, like vacuum-floor (Enter: later)",
            "",
            typed -> {
              List<String> words = words(typed);
              return words.stream().allMatch(word -> word.matches("[\\p{L}0-9._:-]+"))
                  ? Optional.empty()
                  : Optional.of("Each is one word: letters, digits and hyphens.");
            })
        .ifPresent(typed -> capabilities.addAll(words(typed)));
    if (capabilities.isEmpty()) {
      dialogue.say(
          "  Until that stands under capabilities in config.yaml, it is told only where a rule"
              + " names it or nobody else is left.");
    }
    Optional<String> wrong = draft.add(List.of("executors"), id, robot(name, capabilities, notify));
    wrong.ifPresent(dialogue::say);
    return wrong.isEmpty();
  }

  private static List<String> words(String typed) {
    return Arrays.stream(typed.split("[,;\\s]+", -1)).filter(word -> !word.isEmpty()).toList();
  }

  /** A robot that does not run yet is no mistake. */
  private void test(String id) {
    if (offline) {
      return;
    }
    Executor executor = draft.config().catalogue().executor(id).orElseThrow();
    for (ChannelAddress at : executor.notifyPlan().channels()) {
      ChannelConfig channel = draft.config().channels().get(at.channel());
      if (channel != null) {
        try (LiveChannel live = LiveChannel.of(channel)) {
          say(id, live.test(draft.config(), executor, at.address()));
        }
      }
    }
  }

  private void say(String id, Outcome outcome) {
    switch (outcome) {
      case Outcome.Delivered _ -> {
        dialogue.say("  A test went out, and " + id + " took it.");
        reached.add(id);
      }
      case Outcome.Deferred deferred ->
          dialogue.say(
              "  It does not take a test yet: "
                  + deferred.sentence()
                  + " It stays in; when it runs: "
                  + hint.to("ping", id));
      case Outcome.Rejected rejected -> dialogue.say("  It refuses a test: " + rejected.sentence());
    }
  }
}
