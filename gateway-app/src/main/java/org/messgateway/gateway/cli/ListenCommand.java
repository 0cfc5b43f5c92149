package org.messgateway.gateway.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.gateway.adapters.RegisteredAdapter;
import org.messgateway.gateway.adapters.RegisteredProvider;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.listen.InboxClient;
import org.messgateway.gateway.listen.ListenException;
import org.messgateway.gateway.listen.Listener;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code listen}: what an executor is told, sent to a program on this machine. */
@CommandLine.Command(
    name = "listen",
    description = {
      "Follows an executor's inbox (notify: { http: true }) and posts each item to a program on",
      "this machine, as the same signed request that a webhook would be, until Ctrl-C."
    })
final class ListenCommand extends Command {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** A token that was made is taken back before the process may go. */
  private static final Duration TO_END = Duration.ofSeconds(5);

  @Parameters(paramLabel = "EXECUTOR", description = "Whose inbox.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String executor;

  @Option(
      names = "--forward",
      required = true,
      paramLabel = "URL",
      description = "Where your program listens: http://localhost:3000/path.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String forward;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The gateway (default: the one of this home).")
  private @Nullable URI url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "The executor's (default: $$MESS_TOKEN, else one is made in this home).")
  private @Nullable String token;

  @Option(
      names = "--secret",
      paramLabel = "SECRET",
      description = "Signs, where there is no home: what `mess-gateway secret EXECUTOR` printed.")
  private @Nullable String secret;

  @Override
  public Integer call() {
    try (AtSignal _ = AtSignal.interruptMe("Listening", TO_END)) {
      return untilStopped();
    }
  }

  private int untilStopped() {
    try (Workplace workplace = workplace();
        ListenToken access = ListenToken.of(workplace, executor, token)) {
      listen(workplace, access.token());
      return DONE;
    } catch (InterruptedException atCtrlC) {
      err().line("Stopped.");
      return DONE;
    } catch (ListenException e) {
      throw Failure.failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw Failure.failed("The token could not be kept: " + e.getMessage());
    }
  }

  private void listen(Workplace workplace, Secret access)
      throws InterruptedException, ListenException {
    Signing signing = signing(workplace);
    RegisteredProvider webhooks =
        workplace
            .registry()
            .provider(Signing.TYPE)
            .orElseThrow(() -> Failure.failed("The adapter for webhooks is missing."));
    Address address = new Address(forward, signing.address(), Address.Origin.CONFIGURATION);
    webhooks
        .checkAddress(address)
        .ifPresent(problem -> {
          throw Failure.usage("--forward " + forward + ": " + problem);
        });
    URI gateway = gateway(workplace);
    AdapterServices services =
        new AdapterServices(signing.channel(), InstantSource.system(), LIMIT);
    try (InboxClient inbox = new InboxClient(gateway, executor, access);
        RegisteredAdapter adapter = webhooks.create(signing.settings(), services)) {
      err().line("Listening at " + gateway + " for " + executor + ", sending to " + forward);
      new Listener(inbox, adapter, address, Thread::sleep, out()::line).listen();
    }
  }

  private Signing signing(Workplace workplace) {
    return secret == null
        ? Signing.of(workplace.config(), executor)
        : new Signing(
            Signing.TYPE,
            Settings.of(Map.of(Signing.SECRET, List.of(Secret.of(secret)))),
            Settings.none());
  }

  private URI gateway(Workplace workplace) {
    if (url != null) {
      return URI.create(url.toString().replaceFirst("/+$", ""));
    }
    HttpConfig http = workplace.config().http();
    if (!http.enabled()) {
      throw Failure.usage("This gateway has no HTTP: set http: { enabled: true }, or give --url.");
    }
    return URI.create("http://" + reachable(http.host()) + ":" + http.port());
  }

  /** One that listens on every address is reached on this machine's own. */
  private static String reachable(String host) {
    if (host.equals("0.0.0.0") || host.equals("::") || host.equals("[::]")) {
      return InetAddress.getLoopbackAddress().getHostAddress();
    }
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }
}
