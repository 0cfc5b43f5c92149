package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.messgateway.api.Address;
import org.messgateway.api.DeepLink;
import org.messgateway.api.PersonLookup;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.cli.command.QrCode;
import org.messgateway.gateway.cli.command.TerminalWriter;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.routing.Executor;
import picocli.CommandLine;

/**
 * Finds a person's address on a channel, by a link that they open, by e-mail or by typing, and
 * tries it.
 */
final class AddressSetup {

  private static final int CODE_BYTES = 16;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");

  /** Looks of 10 s, after which the person is asked whether to wait on. */
  private static final int LOOKS = 12;

  private final Dialogue dialogue;
  private final HouseholdDraft draft;
  private final boolean offline;
  private final List<String> reached = new ArrayList<>();
  private final List<LaterLink> later = new ArrayList<>();

  /** A person who links themselves when the household is written. */
  record LaterLink(String executor, String channel) {

    /** The command that shows the link. */
    List<String> command() {
      return channel.equals("telegram")
          ? List.of("link", executor, "--telegram")
          : List.of("link", executor, "--channel", channel);
    }
  }

  AddressSetup(Dialogue dialogue, HouseholdDraft draft, boolean offline) {
    this.dialogue = dialogue;
    this.draft = draft;
    this.offline = offline;
  }

  /** Who saw a test, and where, for people. */
  List<String> reached() {
    return List.copyOf(reached);
  }

  List<LaterLink> later() {
    return List.copyOf(later);
  }

  /**
   * Adds an address of an executor.
   *
   * @return whether a test was seen there
   */
  boolean add(String executor, String name) {
    ChannelConfig channel = Objects.requireNonNull(draft.config().channels().get(name), name);
    if (has(executor, name)) {
      dialogue.say("  There is an address on " + name + " already; config.yaml has it.");
      return false;
    }
    try (LiveChannel live = LiveChannel.of(channel)) {
      Optional<DeepLink> links = live.links();
      return links.isPresent()
          ? byLink(executor, channel, live, links.get())
          : byTyping(executor, channel, live);
    }
  }

  private boolean has(String executor, String channel) {
    return executor(executor).notifyPlan().channels().stream()
        .anyMatch(each -> each.channel().equals(channel));
  }

  private Executor executor(String id) {
    return draft.config().catalogue().executor(id).orElseThrow();
  }

  // By a link.

  private boolean byLink(String executor, ChannelConfig channel, LiveChannel live, DeepLink links) {
    boolean running = GatewayLock.held(draft.home().resolve(".gateway"));
    if (offline || running) {
      later.add(new LaterLink(executor, channel.name()));
      dialogue.say(
          running
              ? "  The gateway runs: the link comes when this is written."
              : "  The link needs the service: it comes later, by the command link.");
      return false;
    }
    String code = code();
    Optional<URI> link = links.personLink(code);
    if (link.isEmpty()) {
      dialogue.say("  The service does not say now how the bot is called. Try again later.");
      return false;
    }
    show(link.get(), executor);
    Optional<DeepLink.CodeEntry> entry = await(links, code);
    if (entry.isEmpty()) {
      String later = String.join(" ", new LaterLink(executor, channel.name()).command());
      dialogue.say("  Later, while the gateway runs, this draws a new code: " + later);
      return false;
    }
    return linked(executor, channel, live, entry.get());
  }

  private static String code() {
    byte[] random = new byte[CODE_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  private void show(URI link, String executor) {
    dialogue.part(
        "On the phone of "
            + executor(executor).name()
            + ": point the camera at this, open the link, and press Start.");
    if (QrCode.fits(TerminalWriter.charset())) {
      dialogue.draw(QrCode.lines(link.toString(), CommandLine.Help.Ansi.AUTO.enabled()));
    }
    dialogue.say("Or open it there: " + link);
  }

  private Optional<DeepLink.CodeEntry> await(DeepLink links, String code) {
    dialogue.say("Waiting for Start … (Enter: wait no longer)");
    try {
      for (int look = 1; ; look++) {
        Optional<DeepLink.CodeEntry> entry = links.entered(code);
        boolean enough = entry.isEmpty() && (dialogue.entered() || look % LOOKS == 0);
        if (entry.isPresent()
            || (enough && !dialogue.yes("Nobody pressed Start yet. Wait on?", true))) {
          return entry;
        }
      }
    } catch (IOException e) {
      dialogue.say("  " + e.getMessage());
      return Optional.empty();
    }
  }

  private boolean linked(
      String executor, ChannelConfig channel, LiveChannel live, DeepLink.CodeEntry entry) {
    dialogue.say("  Linked: " + entry.name() + ".");
    ArrivalCheck.Result result =
        new ArrivalCheck(dialogue, draft)
            .of(live, channel, executor(executor), Address.configured(entry.address()));
    if (result == ArrivalCheck.Result.OTHER_ADDRESS) {
      return add(executor, channel.name());
    }
    draft.link(
        new PeopleState.Linked(
            executor,
            channel.name(),
            entry.address(),
            entry.person(),
            entry.name(),
            Instant.now()));
    return seen(result, executor, channel);
  }

  private boolean seen(ArrivalCheck.Result result, String executor, ChannelConfig channel) {
    boolean arrived = result == ArrivalCheck.Result.ARRIVED;
    if (arrived) {
      reached.add(
          executor(executor).name() + " by " + ChannelGuide.of(channel.provider()).service());
    }
    return arrived;
  }

  // By typing.

  private boolean byTyping(String executor, ChannelConfig channel, LiveChannel live) {
    while (true) {
      Optional<String> address = address(channel, live);
      if (address.isEmpty()) {
        return false;
      }
      ArrivalCheck.Result result =
          offline
              ? ArrivalCheck.Result.UNSEEN
              : new ArrivalCheck(dialogue, draft)
                  .of(live, channel, executor(executor), Address.configured(address.get()));
      if (result != ArrivalCheck.Result.OTHER_ADDRESS) {
        draft
            .add(List.of("executors", executor, "notify"), channel.name(), address.get())
            .ifPresent(dialogue::say);
        return seen(result, executor, channel);
      }
    }
  }

  private Optional<String> address(ChannelConfig channel, LiveChannel live) {
    String question = ChannelGuide.of(channel.provider()).address();
    String[] found = {""};
    Optional<String> typed =
        dialogue.text(
            question + " (Enter: back)",
            "",
            answer -> {
              Optional<PersonLookup> lookup = offline ? Optional.empty() : live.lookup();
              return lookup.isPresent() && EMAIL.matcher(answer).matches()
                  ? person(lookup.get(), answer, found)
                  : wrong(channel, PhoneNumber.tidy(answer))
                      .map(sentence ->
                          lookup.isEmpty() ? sentence : sentence + " Or type an e-mail address.");
            });
    return typed.map(answer -> found[0].isEmpty() ? PhoneNumber.tidy(answer) : found[0]);
  }

  /** Finds a person by e-mail address. */
  private Optional<String> person(PersonLookup lookup, String email, String[] found) {
    try {
      Optional<PersonLookup.ServicePerson> person = lookup.findByEmail(email);
      person.ifPresent(each -> {
        found[0] = each.person();
        dialogue.say("  That is " + each.name() + " (" + each.person() + ").");
      });
      return person.isPresent()
          ? Optional.empty()
          : Optional.of("Nobody there has the address " + email + ".");
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> wrong(ChannelConfig channel, String address) {
    return channel
        .provider()
        .checkAddress(Address.configured(address))
        .map(sentence -> "This " + sentence + ".");
  }
}
