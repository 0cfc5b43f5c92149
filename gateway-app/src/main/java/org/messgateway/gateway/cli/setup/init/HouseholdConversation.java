package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.channels.discovery.AdapterFailure;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.SecretsFile;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.routing.Executor;

/**
 * The conversation by which a household is set up or extended. It ends with somebody reached, or
 * says that nobody is. Nothing is written before its end.
 */
final class HouseholdConversation {

  private static final List<String> MENU =
      List.of("a person", "a robot, a service or a program", "a channel", "done");
  private static final int LONGEST_TITLE = 60;

  private final Dialogue dialogue;
  private final CommandContext context;
  private final InitOptions options;
  private final CommandHint hint;
  private final ToIntFunction<List<String>> others;
  private boolean written;

  /**
   * @param others runs another command line; returns its exit status
   */
  HouseholdConversation(
      Dialogue dialogue,
      CommandContext context,
      InitOptions options,
      CommandHint hint,
      ToIntFunction<List<String>> others) {
    this.dialogue = dialogue;
    this.context = context;
    this.options = options;
    this.hint = hint;
    this.others = others;
  }

  /**
   * Holds it.
   *
   * @param extend whether a configuration is there that is extended
   * @return exit status of the command
   */
  int hold(boolean extend) throws IOException {
    try {
      return held(extend);
    } catch (Dialogue.EndOfAnswers e) {
      dialogue.part("Ended. " + (written ? "It is written." : "Nothing was written."));
      return CommandFailure.FAILED;
    }
  }

  private int held(boolean extend) throws IOException {
    HouseholdFiles files = new HouseholdFiles(context);
    HouseholdDraft draft = extend ? existing() : fresh();
    AddressSetup addresses = new AddressSetup(dialogue, draft, options.offline());
    PersonSetup people = new PersonSetup(dialogue, draft, context.registry(), options, addresses);
    RobotSetup robots = new RobotSetup(dialogue, draft, hint, options.offline());
    if (!extend) {
      step(() -> people.add(options.name().orElse(System.getProperty("user.name", "Me"))));
    }
    boolean more = true;
    while (more) {
      switch (dialogue.choice("What shall be added?", MENU, "is done").orElse(MENU.size() - 1)) {
        case 0 -> step(() -> people.add(""));
        case 1 -> step(robots::add);
        case 2 -> step(() -> channel(draft));
        default -> more = !mayEnd(draft, addresses, robots);
      }
    }
    return draft.changed() || !addresses.later().isEmpty()
        ? finish(draft, files, addresses, robots)
        : nothing();
  }

  /** An adapter that fails ends what it was asked for, and nothing else. */
  private void step(Runnable step) {
    try {
      step.run();
    } catch (AdapterFailure e) {
      dialogue.say("  That does not work. " + e.getMessage());
    }
  }

  private int nothing() {
    dialogue.say("Nothing was added.");
    return Command.DONE;
  }

  private HouseholdDraft existing() throws IOException {
    HouseholdDraft draft = HouseholdDraft.of(context);
    dialogue.say("There is a household in " + context.home() + ". What you add joins it:");
    List<String> known =
        draft.config().catalogue().executors().values().stream().map(Executor::name).toList();
    dialogue.say(known.isEmpty() ? "  nobody is in it yet." : "  " + String.join(", ", known));
    dialogue.say("Nothing is written before the end; Ctrl-C leaves all as it was.");
    return draft;
  }

  private HouseholdDraft fresh() {
    dialogue.say("A new household in " + context.home() + ", in about three minutes.");
    dialogue.say("Nothing is written before the end; Ctrl-C leaves no trace.");
    dialogue.say("");
    String title =
        dialogue
            .text(
                "Household name, first in every message",
                options.title().orElse("My home"),
                typed ->
                    typed.length() > LONGEST_TITLE
                        ? Optional.of("It has " + LONGEST_TITLE + " characters at most.")
                        : Optional.empty())
            .orElse("");
    String language =
        dialogue
            .text(
                "Language of messages: " + String.join(", ", Texts.LANGUAGES),
                options.language().orElse(Texts.ENGLISH.language()),
                typed ->
                    Texts.LANGUAGES.contains(typed.toLowerCase(Locale.ROOT))
                        ? Optional.empty()
                        : Optional.of("Type one of " + String.join(", ", Texts.LANGUAGES) + "."))
            .map(code -> code.toLowerCase(Locale.ROOT))
            .filter(code -> !code.equals(Texts.ENGLISH.language()))
            .orElse("");
    return HouseholdDraft.fresh(context, title, language);
  }

  private void channel(HouseholdDraft draft) {
    List<RegisteredProvider> providers =
        context.registry().types().stream()
            .flatMap(type -> context.registry().provider(type).stream())
            .filter(PersonSetup::toPeople)
            .toList();
    dialogue
        .choice(
            "Which one? (A person is added to it afterwards.)",
            providers.stream().map(each -> ChannelGuide.of(each).described()).toList(),
            "goes back")
        .ifPresent(
            index -> new ChannelSetup(dialogue, draft, providers.get(index), options).setUp());
  }

  private boolean mayEnd(HouseholdDraft draft, AddressSetup addresses, RobotSetup robots) {
    return !draft.changed()
        || anybody(draft, addresses, robots)
        || dialogue.yes("Nobody can be reached yet. End all the same?", false);
  }

  /** Whether somebody saw a test, or could be reached before. */
  private boolean anybody(HouseholdDraft draft, AddressSetup addresses, RobotSetup robots) {
    boolean tried = !addresses.reached().isEmpty() || !robots.reached().isEmpty();
    boolean addressed =
        draft.config().catalogue().executors().values().stream()
            .anyMatch(each -> !each.notifyPlan().channels().isEmpty());
    return tried
        || !addresses.later().isEmpty()
        || (addressed && (options.offline() || !draft.isNew()));
  }

  private int finish(
      HouseholdDraft draft, HouseholdFiles files, AddressSetup addresses, RobotSetup robots)
      throws IOException {
    boolean running = GatewayLock.held(draft.home().resolve(".gateway"));
    if (draft.changed() && !write(draft, files, addresses)) {
      dialogue.say("Nothing was written.");
      return CommandFailure.FAILED;
    }
    List<String> reached = new ArrayList<>(addresses.reached());
    reached.addAll(robots.reached());
    if (running) {
      addresses.later().forEach(each -> link(each, draft, reached));
    }
    return end(draft, addresses, robots, reached, running);
  }

  /** Shows and writes what was added; false where the person does not want it. */
  private boolean write(HouseholdDraft draft, HouseholdFiles files, AddressSetup addresses)
      throws IOException {
    dialogue.part(draft.isNew() ? "This will be config.yaml:" : "These lines join config.yaml:");
    dialogue.say("");
    draft.addedLines().forEach(line -> dialogue.exactly("  " + line));
    draft
        .links()
        .forEach(each ->
            dialogue.say("  (people.yaml: " + each.executor() + " on " + each.channel() + ")"));
    dialogue.say("");
    silent(draft, addresses)
        .forEach(
            name -> dialogue.say(name + " cannot be reached yet: run init again to add a way."));
    if (!dialogue.yes("Write it?", true)) {
      return false;
    }
    String rights = files.write(draft);
    written = true;
    dialogue.say(
        "Written: "
            + draft.home().resolve(ConfigLoader.FILE)
            + " and "
            + draft.home().resolve(SecretsFile.FILE));
    if (!rights.isEmpty()) {
      dialogue.say(rights);
    }
    return true;
  }

  /** Those without an address, for people. */
  private static List<String> silent(HouseholdDraft draft, AddressSetup addresses) {
    Stream<String> linked = draft.links().stream().map(PeopleState.Linked::executor);
    Stream<String> later = addresses.later().stream().map(AddressSetup.LaterLink::executor);
    Set<String> elsewhere = Stream.concat(linked, later).collect(Collectors.toSet());
    return draft.config().catalogue().executors().values().stream()
        .filter(each -> each.notifyPlan().channels().isEmpty() && draft.adds(each.id()))
        .filter(each -> !elsewhere.contains(each.id()))
        .map(Executor::name)
        .toList();
  }

  /** The gateway that runs hears when the link is opened. */
  private void link(AddressSetup.LaterLink later, HouseholdDraft draft, List<String> reached) {
    String home = draft.home().toString();
    List<String> link = new ArrayList<>(later.command());
    link.addAll(List.of("--home", home));
    if (others.applyAsInt(link) == Command.DONE
        && others.applyAsInt(List.of("ping", later.executor(), "--home", home)) == Command.DONE
        && dialogue.yes("Did it arrive?", true)) {
      reached.add(later.executor());
    }
  }

  private int end(
      HouseholdDraft draft,
      AddressSetup addresses,
      RobotSetup robots,
      List<String> reached,
      boolean running) {
    dialogue.say("");
    robots.next().forEach(dialogue::exactly);
    if (!running) {
      addresses
          .later()
          .forEach(each ->
              dialogue.exactly(
                  "When the gateway runs: " + hint.to(each.command().toArray(String[]::new))));
    }
    if (!reached.isEmpty()) {
      dialogue.say("Reached: " + String.join(", ", reached) + ".");
    }
    if (!running) {
      dialogue.exactly("Next: " + hint.to("run"));
    } else if (written) {
      dialogue.exactly("The gateway that runs takes it over by itself.");
    }
    dialogue.exactly("Then, in another terminal: " + hint.to("request", "What is in the fridge?"));
    if (reached.isEmpty() && draft.isNew() && !options.offline()) {
      dialogue.say("Nobody is reached yet. Run this again to add somebody: " + hint.to("init"));
      return CommandFailure.FAILED;
    }
    return Command.DONE;
  }
}
