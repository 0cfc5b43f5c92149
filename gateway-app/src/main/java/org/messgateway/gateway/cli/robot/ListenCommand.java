package org.messgateway.gateway.cli.robot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.SecretOption;
import org.messgateway.gateway.cli.command.ShutdownSignal;
import org.messgateway.gateway.cli.command.TerminalPrompt;
import org.messgateway.gateway.config.HttpConfig;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code listen}: what an executor is told, sent to a program on this machine. */
@CommandLine.Command(
    name = "listen",
    description = {
      "Follows an executor's inbox (notify: { http: true }) and posts each item to a program on",
      "this machine, as the same signed request that a webhook would be, until Ctrl-C.",
      "An item that your program does not take is sent again until it is. On a terminal, r and",
      "Enter send the last one once more."
    })
public final class ListenCommand extends Command {

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

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "yaml or json (default: as the executor's webhook is configured, else yaml).")
  private @Nullable WebhookFormat format;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Leaves out what was told before: now, or 2026-01-31T17:00:00Z (default: all that"
              + " concerns open tasks).")
  private @Nullable String since;

  @Option(names = "--print", description = "Prints the bodies of requests and answers, too.")
  private boolean bodies;

  @Option(names = "--resend", description = "Sends the newest item once more, and ends.")
  private boolean resend;

  @Override
  public Integer call() {
    try (ShutdownSignal _ = ShutdownSignal.interruptMe("Listening", TO_END)) {
      return untilStopped();
    }
  }

  private int untilStopped() {
    try (CommandContext context = workplace();
        ListenToken access = ListenToken.of(context, executor, token)) {
      return listen(context, access.token());
    } catch (InterruptedException atCtrlC) {
      err().line("Stopped.");
      return DONE;
    } catch (ListenException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw CommandFailure.failed("The token could not be kept: " + e.getMessage());
    }
  }

  private int listen(CommandContext context, Secret access)
      throws IOException, InterruptedException, ListenException {
    String given = SecretOption.or(secret, "MESS_LISTEN_SECRET");
    WebhookSigner signer =
        given.isEmpty()
            ? WebhookSigner.of(context.config(), executor)
            : WebhookSigner.with(Secret.of(given));
    checkForward(context, signer);
    URI gateway = gateway(context);
    String after = since == null ? "" : cursor(since);
    WebhookFormat form = signer.format(format);
    List<Secret> keys = signer.keys(executor);
    ProgramClient.Signing signing = new ProgramClient.Signing(keys, form, signer.headers());
    try (InboxClient inbox = new InboxClient(gateway, executor, access);
        ProgramClient program =
            new ProgramClient(URI.create(forward), signing, InstantSource.system())) {
      InboxForwarder forwarder =
          new InboxForwarder(
              inbox, program, after, Thread::sleep, new InboxForwarder.Output(out()::line, bodies));
      if (resend) {
        return forwarder.resend() ? DONE : CommandFailure.FAILED;
      }
      begin(context, gateway, form);
      sayKeys(given.isEmpty() ? signer.place(executor) : "", keys);
      obeyKeys(forwarder);
      forwarder.listen();
      return DONE;
    }
  }

  private void checkForward(CommandContext context, WebhookSigner signer) {
    RegisteredProvider webhooks =
        context
            .registry()
            .provider(WebhookSigner.TYPE)
            .orElseThrow(() -> CommandFailure.failed("The adapter for webhooks is missing."));
    Address address = new Address(forward, signer.address(), Address.Origin.CONFIGURATION);
    webhooks
        .checkAddress(address)
        .ifPresent(problem -> {
          throw CommandFailure.usage("--forward " + forward + ": " + problem);
        });
  }

  private void begin(CommandContext context, URI gateway, WebhookFormat form) {
    err()
        .line(
            "Listening at "
                + gateway
                + " for "
                + executor
                + " (home "
                + context.home()
                + "), sending to "
                + forward
                + " as "
                + form
                + ".");
    if (since == null) {
      err().line("Open tasks come first; --since now leaves them out.");
    }
  }

  /**
   * As `secret` does.
   *
   * @param place of the secret in config.yaml; empty where it was given to this command
   */
  private void sayKeys(String place, List<Secret> keys) {
    if (place.isEmpty()) {
      err().line("Signed with the secret that you gave.");
      return;
    }
    err().line("Signed with " + executor + "'s own key, made of " + place + " in config.yaml:");
    keys.forEach(key -> err().line("  " + key.reveal()));
  }

  private void obeyKeys(InboxForwarder forwarder) {
    if (!TerminalPrompt.canBeAsked()) {
      return;
    }
    err().line("r and Enter send the last one once more; Ctrl-C ends.");
    Thread.ofVirtual()
        .name("keys")
        .start(() -> {
          try (BufferedReader typed =
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = typed.readLine(); line != null; line = typed.readLine()) {
              if (line.strip().equals("r")) {
                forwarder.again();
              }
            }
          } catch (IOException e) {
            err().line("What is typed is not heard any more: " + e.getMessage());
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** The place in an inbox behind all that was told until then. */
  private static String cursor(String since) {
    try {
      return (since.equals("now") ? Instant.now() : Instant.parse(since)) + "_";
    } catch (DateTimeParseException e) {
      throw CommandFailure.usage(
          "--since " + since + ": write now, or a time such as 2026-01-31T17:00:00Z.");
    }
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
}
