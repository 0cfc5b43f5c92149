package org.messgateway.gateway.cli.robot;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.discovery.RegisteredAdapter;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.KeyFolder;
import org.messgateway.gateway.cli.command.SecretOption;
import org.messgateway.gateway.cli.command.ShutdownSignal;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.routing.Executor;
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
public final class ListenCommand extends Command {

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
      paramLabel = "-",
      converter = SecretOption.class,
      description =
          "The executor's, from standard input (default: $$MESS_TOKEN, else one is made in this"
              + " home).")
  private @Nullable Secret token;

  @Option(
      names = "--secret",
      paramLabel = "-",
      converter = SecretOption.class,
      description =
          "Signs, where there is no home: what `mess-gateway secret EXECUTOR` printed, from"
              + " standard input (default: $$MESS_LISTEN_SECRET).")
  private @Nullable Secret secret;

  @Override
  public Integer call() {
    try (ShutdownSignal _ = ShutdownSignal.interruptMe("Listening", TO_END)) {
      return untilStopped();
    }
  }

  private int untilStopped() {
    try (CommandContext context = workplace();
        ListenToken access = ListenToken.of(context, executor, token)) {
      listen(context, access.token());
      return DONE;
    } catch (InterruptedException atCtrlC) {
      err().line("Stopped.");
      return DONE;
    } catch (ListenException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw CommandFailure.failed("The token could not be kept: " + e.getMessage());
    }
  }

  private void listen(CommandContext context, Secret access)
      throws InterruptedException, ListenException {
    WebhookSigner webhookSigner = signing(context);
    RegisteredProvider webhooks =
        context
            .registry()
            .provider(WebhookSigner.TYPE)
            .orElseThrow(() -> CommandFailure.failed("The adapter for webhooks is missing."));
    Address address = new Address(forward, webhookSigner.address(), Address.Origin.CONFIGURATION);
    webhooks
        .checkAddress(address)
        .ifPresent(problem -> {
          throw CommandFailure.usage("--forward " + forward + ": " + problem);
        });
    URI gateway = gateway(context);
    AdapterServices services =
        new AdapterServices(webhookSigner.channel(), InstantSource.system(), LIMIT);
    try (InboxClient inbox = new InboxClient(gateway, executor, access);
        RegisteredAdapter adapter = webhooks.create(webhookSigner.settings(), services)) {
      err().line("Listening at " + gateway + " for " + executor + ", sending to " + forward);
      new InboxForwarder(inbox, adapter, address, Thread::sleep, out()::line).listen();
    }
  }

  private WebhookSigner signing(CommandContext context) {
    String given = SecretOption.or(secret, "MESS_LISTEN_SECRET");
    return given.isEmpty()
        ? WebhookSigner.of(context.config(), executor)
        : new WebhookSigner(
            WebhookSigner.TYPE,
            Settings.of(Map.of(WebhookSigner.SECRET, List.of(Secret.of(given)))),
            Settings.none());
  }

  private URI gateway(CommandContext context) {
    if (url != null) {
      return URI.create(url.toString().replaceFirst("/+$", ""));
    }
    HttpConfig http = context.config().http();
    if (!http.enabled()) {
      throw CommandFailure.usage(
          "This gateway has no HTTP: set http: { enabled: true }, or give --url.");
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

  /**
   * With what an inbox is opened: a token that was given, else one made for this once, which ends
   * with the command.
   */
  static final class ListenToken implements AutoCloseable {

    private static final String VARIABLE = "MESS_TOKEN";

    /** Should the command be killed. */
    private static final Duration LIFE = Duration.ofDays(1);

    private final Secret token;
    private final Optional<Own> own;

    private record Own(TokenFile file, String id) {}

    private ListenToken(Secret token, Optional<Own> own) {
      this.token = token;
      this.own = own;
    }

    /** The one given, else that of the environment, else a new one of this home. */
    static ListenToken of(CommandContext context, String executor, @Nullable Secret given)
        throws IOException {
      String named = SecretOption.or(given, VARIABLE);
      if (!named.isBlank()) {
        return new ListenToken(Secret.of(named.strip()), Optional.empty());
      }
      GatewayConfig config = context.config();
      Executor found =
          config
              .catalogue()
              .executor(executor)
              .orElseThrow(() ->
                  CommandFailure.usage(
                      "There is no executor " + executor + " in " + context.home() + "."));
      if (!WebhookSigner.hasInbox(config, found)) {
        throw CommandFailure.usage(
            executor + " has no inbox: write executors." + executor + ".notify: { http: true }");
      }
      TokenFile file = KeyFolder.tokens(context);
      Instant now = Instant.now();
      String made = file.make(TokenKind.EXECUTOR, executor, now, now.plus(LIFE));
      Optional<Own> own =
          file.read().stream()
              .map(StoredToken::id)
              .filter(id -> made.startsWith("mess_" + id + "_"))
              .findFirst()
              .map(id -> new Own(file, id));
      return new ListenToken(Secret.of(made), own);
    }

    Secret token() {
      return token;
    }

    @Override
    public void close() throws IOException {
      // File locks do not like threads that were interrupted, and that is how this ends.
      boolean interrupted = Thread.interrupted();
      if (own.isPresent()) {
        own.get().file().revoke(own.get().id());
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
