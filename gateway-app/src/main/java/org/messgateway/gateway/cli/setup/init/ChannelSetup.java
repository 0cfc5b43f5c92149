package org.messgateway.gateway.cli.setup.init;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.messgateway.api.Secret;
import org.messgateway.api.SelfTest.Finding;
import org.messgateway.api.SettingProblem;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.config.LoadResult;

/**
 * Asks for the settings of one channel: first their form is checked, then the service is asked.
 * What is wrong is asked again.
 */
final class ChannelSetup {

  private static final List<String> WHAT_NOW =
      List.of("check again", "change the last answer", "go on, and check it later");

  private final Dialogue dialogue;
  private final InitOptions options;
  private final ChannelGuide guide;
  private final ChannelAnswers answers;
  private final String channel;

  /** Settings that are asked for again, because the service took none of them. */
  private final Set<String> refused = new HashSet<>();

  ChannelSetup(
      Dialogue dialogue, HouseholdDraft draft, RegisteredProvider provider, InitOptions options) {
    this.dialogue = dialogue;
    this.options = options;
    this.guide = ChannelGuide.of(provider);
    this.channel = freeName(draft, provider.type());
    this.answers = new ChannelAnswers(draft, provider, guide, channel, options.settings(channel));
  }

  private static String freeName(HouseholdDraft draft, String type) {
    return Stream.iterate(1, number -> number + 1)
        .map(number -> number == 1 ? type : type + "-" + number)
        .filter(name -> !draft.config().channels().containsKey(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Asks, and adds the channel.
   *
   * @return its name; empty when the person went back
   */
  Optional<String> setUp() {
    introduce();
    Deque<String> open = new ArrayDeque<>(guide.settings());
    while (!open.isEmpty()) {
      String name = open.pop();
      if (!ask(name)) {
        return Optional.empty();
      }
      refused.remove(name);
      List<String> again = refused.isEmpty() ? wrong(name, open.isEmpty()) : List.of();
      open.removeAll(again);
      again.reversed().forEach(open::push);
      refused.addAll(again);
    }
    dialogue.help(List.of());
    Optional<String> problem = answers.add();
    problem.ifPresent(wrong -> dialogue.say("  " + wrong));
    return problem.isEmpty() ? Optional.of(channel) : Optional.empty();
  }

  private void introduce() {
    dialogue.part("Setting up " + guide.service() + ":");
    if (!guide.trouble().isEmpty()) {
      dialogue.say("  Its guide cannot be used. " + guide.trouble());
    }
    List<String> steps = new ArrayList<>();
    for (String step : guide.steps()) {
      steps.add("  " + (steps.size() + 1) + ". " + step);
    }
    steps.forEach(dialogue::say);
    dialogue.help(steps);
    if (!guide.paste().isEmpty()) {
      dialogue.part("---- copy from here");
      dialogue.exactly(guide.paste().stripTrailing());
      dialogue.say("---- to here");
    }
    dialogue.say("");
  }

  /** False when the person wants to go back. */
  private boolean ask(String name) {
    boolean needed = answers.needed(name);
    String enter = needed ? "back" : "without";
    String question = answers.setting(name).meaning().split(";", 2)[0].replaceAll("\\.$", "");
    if (answers.isSecret(name)) {
      Optional<Secret> answer =
          given(name)
              .or(() -> dialogue.secret(question, enter, typed -> answers.problem(name, typed)));
      answers.forget(name);
      answer.ifPresent(secret -> answers.put(name, secret));
      return answer.isPresent() || !needed;
    }
    Optional<String> answer =
        dialogue
            .again(
                question,
                enter,
                answers.text(name),
                typed -> answers.problem(name, PhoneNumber.tidy(typed)))
            .map(PhoneNumber::tidy);
    answers.forget(name);
    answer.ifPresent(text -> answers.put(name, text));
    return answer.isPresent() || !needed;
  }

  /** By option or environment, once; not asked for again when the service refuses it. */
  private Optional<Secret> given(String name) {
    if (answers.answered(name)) {
      return Optional.empty();
    }
    String variable = answers.variable(name);
    return options
        .secret(variable)
        .or(() -> answers.known(name))
        .filter(secret ->
            answers.problem(name, secret).isEmpty()
                && dialogue.yes(variable + " is given already. Use it?", true));
  }

  /**
   * What has to be asked again after an answer.
   *
   * @param last whether nothing else is to be asked
   */
  private List<String> wrong(String current, boolean last) {
    List<SettingProblem> problems = answers.problems();
    if (!problems.isEmpty()) {
      return last ? again(problems) : List.of();
    }
    return switch (answers.tried()) {
      case LoadResult.Invalid _ when !last -> List.of();
      case LoadResult.Invalid invalid -> {
        dialogue.say("  " + HouseholdDraft.sentence(invalid));
        yield List.of(current);
      }
      case LoadResult.Valid _ when options.offline() -> List.of();
      case LoadResult.Valid valid ->
          asked(Objects.requireNonNull(valid.config().channels().get(channel)), current, last);
    };
  }

  private List<String> again(List<SettingProblem> problems) {
    problems.forEach(each -> dialogue.say("  " + each.name() + " " + each.sentence() + "."));
    return problems.stream().map(SettingProblem::name).distinct().toList();
  }

  /** Asks the service. */
  private List<String> asked(ChannelConfig configured, String current, boolean last) {
    Optional<List<Finding>> told;
    try (LiveChannel live = LiveChannel.of(configured)) {
      told = live.findings(() -> dialogue.say("  Checking …"));
    }
    List<Finding> findings = told.orElse(List.of());
    Optional<Finding> severe = findings.stream().filter(Finding::severe).findFirst();
    if (severe.isPresent()) {
      show(severe.get());
      return refusedBy(severe.get(), configured, current, last);
    }
    Optional<Finding> aboutThis =
        findings.stream()
            .filter(each -> answers.isSecret(current) && answers.answered(current))
            .filter(each -> names(each, current) && !answers.setting(current).required())
            .findFirst();
    if (aboutThis.isPresent()) {
      show(aboutThis.get());
      return List.of(current);
    }
    if (last && told.isPresent()) {
      dialogue.say("  The service takes it.");
      findings.forEach(this::show);
    }
    return List.of();
  }

  /** Those settings that it names; where it names none, the network may be the cause. */
  private List<String> refusedBy(
      Finding finding, ChannelConfig configured, String current, boolean last) {
    List<String> named =
        guide.settings().stream()
            .filter(name -> answers.answered(name) && names(finding, name))
            .toList();
    if (!named.isEmpty()) {
      return named;
    }
    return switch (dialogue.choice("What now?", WHAT_NOW, "checks again").orElse(0)) {
      case 0 -> asked(configured, current, last);
      case 1 -> List.of(current);
      default -> List.of();
    };
  }

  private static boolean names(Finding finding, String setting) {
    return Pattern.compile("\\b" + Pattern.quote(setting) + "\\b")
        .matcher(finding.sentence() + " " + finding.remedy())
        .find();
  }

  private void show(Finding finding) {
    dialogue.say("  " + finding.sentence());
    if (!finding.remedy().isEmpty()) {
      dialogue.say("    -> " + finding.remedy());
    }
  }
}
