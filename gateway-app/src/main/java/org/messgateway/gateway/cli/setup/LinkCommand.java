package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.DeepLink;
import org.messgateway.api.PersonLookup;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.RegisteredAdapter;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.QrCode;
import org.messgateway.gateway.cli.command.TerminalPrompt;
import org.messgateway.gateway.cli.command.TerminalWriter;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleFileException;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.home.GatewayLock;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code link}: links an executor to an address on a channel, without typing ids. */
@CommandLine.Command(
    name = "link",
    description = "Links an executor to a Telegram chat or a Slack user.")
public final class LinkCommand extends Command {

  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final Duration PAUSE = Duration.ofMillis(500);

  @Parameters(paramLabel = "EXECUTOR", description = "Whom.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String executor;

  @Option(names = "--telegram", description = "Prints a link to open on their phone.")
  private boolean telegram;

  @Option(names = "--group", description = "The link asks for a group.")
  private boolean group;

  @Option(names = "--slack", paramLabel = "EMAIL", description = "Their address in Slack.")
  private @Nullable String email;

  @Option(names = "--channel", paramLabel = "CHANNEL", description = "Over this channel.")
  private @Nullable String channel;

  @Option(names = "--no-wait", description = "Does not wait until the link was opened.")
  private boolean noWait;

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (telegram ? email != null : email == null && channel == null) {
      throw CommandFailure.usage(
          "Write link EXECUTOR --telegram, link EXECUTOR --slack EMAIL, or link EXECUTOR --channel"
              + " CHANNEL.");
    }
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.inForce();
      CommandContext.executor(config, executor);
      ChannelConfig on = channel(config, telegram ? "telegram" : email == null ? "" : "slack");
      warnOfNotify(config, on);
      AdapterServices services = new AdapterServices(on.name(), InstantSource.system(), LIMIT);
      try (RegisteredAdapter adapter = on.provider().create(on.settings(), services)) {
        PeopleFile file = context.people(config);
        return email == null ? byCode(adapter, on, file) : byEmail(adapter, on, file, email);
      }
    } catch (PeopleFileException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }

  private ChannelConfig channel(GatewayConfig config, String type) {
    return config.channels().values().stream()
        .filter(each -> type.isEmpty() || each.type().equals(type))
        .filter(each -> channel == null || each.name().equals(channel))
        .findFirst()
        .orElseThrow(() ->
            CommandFailure.usage(
                "There is no channel"
                    + (type.isEmpty() ? "" : " of type " + type)
                    + (channel == null ? "" : " called " + channel)
                    + "; write it under dispatch: in config.yaml."));
  }

  /** Before anything is shown to be scanned; a person may still want to say who they are. */
  private void warnOfNotify(GatewayConfig config, ChannelConfig on) throws IOException {
    boolean written =
        CommandContext.executor(config, executor).notifyPlan().channels().stream()
            .anyMatch(at -> at.channel().equals(on.name()));
    if (written) {
      err()
          .line(
              "config.yaml names an address of "
                  + executor
                  + " on "
                  + on.name()
                  + ", which wins: take it out, or the link only says who they are.");
      if (TerminalPrompt.canBeAsked()
          && !new TerminalPrompt(out())
              .answer("Link all the same? [y/N]", null, "")
              .toLowerCase(Locale.ROOT)
              .startsWith("y")) {
        throw CommandFailure.failed("Nothing was linked.");
      }
    }
  }

  private int byCode(RegisteredAdapter adapter, ChannelConfig on, PeopleFile file)
      throws InterruptedException {
    DeepLink links =
        adapter
            .ability(DeepLink.class)
            .orElseThrow(
                () -> CommandFailure.failed("Channel " + on.name() + " has no such links."));
    // Asked first: a code without a link to show would be valid for half an hour.
    link(links, on, "code");
    warnOfStandstill();
    Instant now = Instant.now();
    String code = file.invite(executor, on.name(), now);
    URI link = link(links, on, code);
    out().line("Open this on the phone of " + executor + " within half an hour, and press Start:");
    out().line(link.toString());
    draw(link);
    return noWait ? DONE : await(code, file, now.plus(PeopleFile.CODE_LIFE));
  }

  private URI link(DeepLink links, ChannelConfig on, String code) {
    return (group ? links.groupLink(code) : links.personLink(code))
        .orElseThrow(() ->
            CommandFailure.failed(
                "The service of " + on.name() + " does not say now how we are called. Run check."));
  }

  private void warnOfStandstill() {
    Path home = home();
    if (!GatewayLock.held(home.resolve(".gateway"))) {
      err()
          .line(
              "The gateway does not run, and only it hears when the link is opened. In another"
                  + " terminal: "
                  + hint().to("run"));
    }
  }

  private void draw(URI link) {
    if (QrCode.fits(TerminalWriter.charset())) {
      boolean colours = CommandLine.Help.Ansi.AUTO.enabled();
      out().line("Or point its camera at this:");
      out().drawing(QrCode.lines(link.toString(), colours));
    }
  }

  private int await(String code, PeopleFile file, Instant end) throws InterruptedException {
    out().line("Waiting until it was opened ...");
    while (file.waits(code)) {
      if (Instant.now().isAfter(end)) {
        throw CommandFailure.failed("Nobody opened it in time. Run link again for a new one.");
      }
      Thread.sleep(PAUSE);
    }
    out().line(executor + " is linked.");
    return DONE;
  }

  private int byEmail(
      RegisteredAdapter adapter, ChannelConfig on, PeopleFile file, String address) {
    PersonLookup personLookup =
        adapter
            .ability(PersonLookup.class)
            .orElseThrow(() ->
                CommandFailure.failed(
                    "Channel " + on.name() + " cannot look e-mail addresses up."));
    PersonLookup.ServicePerson person = find(personLookup, address);
    file.link(
        new PeopleState.Linked(
            executor, on.name(), person.person(), person.person(), person.name(), Instant.now()));
    out().line(executor + " is linked to " + person.name() + " (" + person.person() + ").");
    return DONE;
  }

  private static PersonLookup.ServicePerson find(PersonLookup personLookup, String address) {
    try {
      return personLookup
          .findByEmail(address)
          .orElseThrow(
              () -> CommandFailure.failed("Slack knows nobody with the address " + address + "."));
    } catch (IOException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }
}
