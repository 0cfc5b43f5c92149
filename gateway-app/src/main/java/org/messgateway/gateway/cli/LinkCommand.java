package org.messgateway.gateway.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.DeepLink;
import org.messgateway.api.Finds;
import org.messgateway.gateway.adapters.RegisteredAdapter;
import org.messgateway.gateway.config.ChannelConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.people.People;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.people.PeopleFileException;
import org.messgateway.gateway.store.GatewayLock;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code link}: finds out where an executor is reached, without anybody typing ids. */
@CommandLine.Command(
    name = "link",
    description = "Links an executor to a Telegram chat or a Slack user.")
final class LinkCommand extends Command {

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
  public Integer call() throws InterruptedException {
    if (telegram == (email != null)) {
      throw Failure.usage("Write link EXECUTOR --telegram, or link EXECUTOR --slack EMAIL.");
    }
    try (Workplace workplace = workplace()) {
      GatewayConfig config = workplace.config();
      PeopleAtHome.executor(config, executor);
      ChannelConfig on = channel(config, email == null ? "telegram" : "slack");
      warnOfNotify(config, on);
      AdapterServices services = new AdapterServices(on.name(), InstantSource.system(), LIMIT);
      try (RegisteredAdapter adapter = on.provider().create(on.settings(), services)) {
        PeopleFile file = PeopleAtHome.open(workplace, config);
        return email == null ? byCode(adapter, on, file) : byEmail(adapter, on, file, email);
      }
    } catch (PeopleFileException e) {
      throw Failure.failed(String.valueOf(e.getMessage()));
    }
  }

  private ChannelConfig channel(GatewayConfig config, String type) {
    return config.channels().values().stream()
        .filter(each -> each.type().equals(type))
        .filter(each -> channel == null || each.name().equals(channel))
        .findFirst()
        .orElseThrow(() ->
            Failure.usage(
                "There is no channel of type "
                    + type
                    + (channel == null ? "" : " called " + channel)
                    + "; write it under dispatch: in config.yaml."));
  }

  private void warnOfNotify(GatewayConfig config, ChannelConfig on) {
    boolean written =
        PeopleAtHome.executor(config, executor).notifyPlan().channels().stream()
            .anyMatch(at -> at.channel().equals(on.name()));
    if (written) {
      err()
          .line(
              "config.yaml names an address of "
                  + executor
                  + " on "
                  + on.name()
                  + ", which wins: take it out, or the link only says who they are.");
    }
  }

  private int byCode(RegisteredAdapter adapter, ChannelConfig on, PeopleFile file)
      throws InterruptedException {
    DeepLink links =
        adapter
            .ability(DeepLink.class)
            .orElseThrow(() -> Failure.failed("Channel " + on.name() + " has no such links."));
    // Asked first: a code whose link nobody can be shown would lie about for half an hour.
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
    return (group ? links.startGroup(code) : links.start(code))
        .orElseThrow(() ->
            Failure.failed(
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
    if (ScannedLink.fits(System.out.charset())) {
      boolean colours = CommandLine.Help.Ansi.AUTO.enabled();
      out().line("Or point its camera at this:");
      ScannedLink.lines(link.toString(), colours).forEach(out()::line);
    }
  }

  private int await(String code, PeopleFile file, Instant end) throws InterruptedException {
    out().line("Waiting until it was opened ...");
    while (file.waits(code)) {
      if (Instant.now().isAfter(end)) {
        throw Failure.failed("Nobody opened it in time. Run link again for a new one.");
      }
      Thread.sleep(PAUSE);
    }
    out().line(executor + " is linked.");
    return DONE;
  }

  private int byEmail(
      RegisteredAdapter adapter, ChannelConfig on, PeopleFile file, String address) {
    Finds finds =
        adapter
            .ability(Finds.class)
            .orElseThrow(
                () -> Failure.failed("Channel " + on.name() + " cannot look e-mail addresses up."));
    Finds.Found found = find(finds, address);
    file.link(
        new People.Linked(
            executor, on.name(), found.person(), found.person(), found.name(), Instant.now()));
    out().line(executor + " is linked to " + found.name() + " (" + found.person() + ").");
    return DONE;
  }

  private static Finds.Found find(Finds finds, String address) {
    try {
      return finds
          .byEmail(address)
          .orElseThrow(
              () -> Failure.failed("Slack knows nobody with the address " + address + "."));
    } catch (IOException e) {
      throw Failure.failed(String.valueOf(e.getMessage()));
    }
  }
}
