package org.messgateway.gateway.cli.setup.init;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.Secret;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;

/** A new household from options alone, for scripts. */
final class ScriptedSetup {

  private static final String USUAL_TITLE = "My home";
  private static final String USUAL_NAME = "Me";

  private final InitOptions options;
  private final HouseholdDraft draft;

  ScriptedSetup(CommandContext context, InitOptions options) {
    this.options = options;
    this.draft =
        HouseholdDraft.fresh(
            context, options.title().orElse(USUAL_TITLE), options.language().orElse(""));
  }

  /**
   * Makes it.
   *
   * @throws CommandFailure when an option cannot be used
   */
  HouseholdDraft make() {
    options.slack().ifPresent(_ -> channel("slack", Map.of(), "bot_token", "app_token"));
    options.telegram().ifPresent(_ -> channel("telegram", Map.of(), "bot_token"));
    options.sms().ifPresent(_ -> sms());
    Map<String, Object> notify = new LinkedHashMap<>();
    options.slack().ifPresent(id -> notify.put("slack", id));
    options.telegram().ifPresent(chat -> notify.put("telegram", chat));
    options.sms().ifPresent(number -> notify.put("sms", number));
    if (!notify.isEmpty()) {
      String name = options.name().orElse(USUAL_NAME);
      Map<String, Object> person = new LinkedHashMap<>();
      person.put("name", HouseholdDraft.literal(name));
      person.put("capabilities", List.of("check-visual", "take-photo", "home-access"));
      person.put("notify", notify);
      add(List.of("executors"), InitOptions.id(name), person, Map.of());
    }
    options.webhooks().forEach(this::robot);
    return draft;
  }

  /** Settings that are secrets, by variables; one that nobody gave is left to the environment. */
  private void channel(String name, Map<String, String> texts, String... secrets) {
    Map<String, Object> value = new LinkedHashMap<>();
    Map<String, Secret> variables = new LinkedHashMap<>();
    for (String setting : secrets) {
      String variable = HouseholdDraft.variable(name, setting);
      secret(variable)
          .ifPresent(secret -> {
            value.put(setting, "${" + variable + "}");
            variables.put(variable, secret);
          });
    }
    value.putAll(texts);
    options.settings(name).forEach((key, text) -> value.put(key, HouseholdDraft.literal(text)));
    add(List.of("dispatch"), name, value, variables);
  }

  private void sms() {
    Map<String, Object> value = new LinkedHashMap<>();
    Map<String, Secret> variables = new LinkedHashMap<>();
    Stream.of("account_sid", "auth_token")
        .forEach(setting -> {
          String variable = HouseholdDraft.variable("twilio", setting);
          value.put(setting, "${" + variable + "}");
          variables.put(variable, secret(variable).orElse(Secret.of("")));
        });
    value.put("from", options.twilioNumber());
    options.settings("sms").forEach((key, text) -> value.put(key, HouseholdDraft.literal(text)));
    add(List.of("dispatch"), "sms", value, variables);
  }

  private Optional<Secret> secret(String variable) {
    return options
        .secret(variable)
        .or(() -> Optional.ofNullable(System.getenv(variable)).map(text -> Secret.of(text.strip())))
        .filter(secret -> !secret.reveal().isEmpty());
  }

  private void robot(String webhook) {
    String[] parts = webhook.split("=", 2);
    if (parts.length != 2) {
      throw CommandFailure.usage("--webhook " + webhook + " is not of the form ID=URL.");
    }
    Map<String, Object> robot = new LinkedHashMap<>();
    robot.put("capabilities", List.of());
    robot.put("notify", RobotSetup.byUrl(parts[1]));
    add(List.of("executors"), parts[0], robot, Map.of());
  }

  private void add(List<String> path, String key, Object value, Map<String, Secret> secrets) {
    draft
        .add(path, key, value, secrets)
        .ifPresent(wrong -> {
          throw CommandFailure.usage(key + ": " + wrong + ". Nothing was written.");
        });
  }
}
