package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.GatewayConfig;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code say}: a message in MESS, as an agent or executor sends it. */
@CommandLine.Command(
    name = "say",
    description = {
      "Sends a message in MESS, YAML or JSON, and prints the exchange's answer in MESS.",
      "It is taken whole or not at all: exit status 0 or 1. The same words within a minute are",
      "the same message."
    },
    footer = {"", "  echo 'MESS: [{request: {intent: check the fridge}}]' | mess-gateway say"})
public final class SayCommand extends Command {

  /** What the gateway takes at most by default. */
  private static final int MOST = 64 << 20;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "What is said (default: -, standard input).")
  private String file = "-";

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "The agent or executor that speaks (default: agent_id of the configuration).")
  private @Nullable String as;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The same key is the same message for 30 days.")
  private @Nullable String key;

  @Option(
      names = "--exchange",
      paramLabel = "NAME",
      description = "Which exchange is meant (default: the first, or the one with the task).")
  private @Nullable String exchange;

  @Option(names = "--json", description = "Prints the answer in JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    OutgoingMessage message = OutgoingMessage.raw(read());
    try (CommandContext context = workplace();
        GatewayMessages messages = new GatewayMessages(context)) {
      GatewayMessages.Answered answer =
          messages.post(
              "/mess" + (exchange == null ? "" : "?exchange=" + GatewayMessages.encoded(exchange)),
              speaker(context),
              message,
              json ? "application/mess+json" : "application/yaml",
              key);
      out().lines(answer.text());
      return answer.taken() ? DONE : CommandFailure.FAILED;
    }
  }

  private byte[] read() {
    try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
      byte[] read = in.readNBytes(MOST + 1);
      if (read.length > MOST) {
        throw CommandFailure.usage("A message has at most " + MOST + " bytes.");
      }
      if (new String(read, UTF_8).isBlank()) {
        throw CommandFailure.usage("Nothing was said: a message stands in FILE or standard input.");
      }
      return read;
    } catch (IOException e) {
      throw CommandFailure.usage(file + " cannot be read: " + e.getMessage());
    }
  }

  /** An agent and an executor cannot bear one name. */
  private GatewayMessages.Speaker speaker(CommandContext context) {
    GatewayConfig config = context.inForce();
    String name = as == null ? config.agentId() : as;
    return config.catalogue().executor(name).isPresent()
        ? GatewayMessages.Speaker.executor(name)
        : GatewayMessages.Speaker.agent(name);
  }
}
