package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.config.RegistrationException;
import org.messgateway.gateway.config.Registrations.Accepted;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code executors register}: takes {@code config} entries of a message, as POST /mess would. */
@CommandLine.Command(
    name = "register",
    description = "Registers executors, rules and capabilities from a MESS message.")
final class ExecutorsRegisterCommand extends Command {

  private static final int LONGEST = 1 << 20;

  @Parameters(paramLabel = "FILE", description = "The message, YAML or JSON; - reads it here.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String file;

  @Option(
      names = "--exchange",
      paramLabel = "NAME",
      description = "Whose catalogue gets the capabilities; the first one's where it is left out.")
  private @Nullable String exchange;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      List<? extends @Nullable Object> configs =
          MessBody.read(read()).stream().map(ExecutorsRegisterCommand::config).toList();
      Registrant operator = new Registrant(Registrant.Kind.OPERATOR, "of this machine");
      List<Accepted> accepted =
          context
              .registrations(InstantSource.system())
              .take(operator, configs, Optional.ofNullable(exchange));
      accepted.forEach(this::show);
      return DONE;
    } catch (IOException | ThreadFormatException e) {
      throw CommandFailure.usage(file + " cannot be read: " + e.getMessage());
    } catch (RegistrationException e) {
      throw e.reason() == RegistrationException.Reason.NOT_NOW
          ? CommandFailure.failed(e.sentence())
          : CommandFailure.usage(e.sentence());
    }
  }

  private byte[] read() throws IOException {
    return file.equals("-") ? System.in.readNBytes(LONGEST) : Files.readAllBytes(Path.of(file));
  }

  private static @Nullable Object config(Map<String, @Nullable Object> entry) {
    if (!entry.containsKey("config")) {
      throw CommandFailure.usage(
          "A config entry is needed, as in `- config: {executor: {id: roomba}}`, not "
              + String.join(", ", entry.keySet())
              + ".");
    }
    return entry.get("config");
  }

  private void show(Accepted accepted) {
    out().line("registered: " + accepted.type() + " " + accepted.name());
    accepted.hints().forEach(hint -> out().line("Hint: " + hint));
  }
}
