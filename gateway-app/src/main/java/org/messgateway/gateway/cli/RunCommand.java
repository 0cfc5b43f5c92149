package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.adapters.AdapterSource;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.Loaded;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.store.GatewayRunningException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code run}: the gateway, until it is told to stop. */
@CommandLine.Command(name = "run", description = "Runs the gateway until it is stopped.")
final class RunCommand extends Command {

  private static final Logger log = LoggerFactory.getLogger(RunCommand.class);

  @Option(names = "--port", paramLabel = "PORT", description = "Instead of the configured port.")
  private @Nullable Integer port;

  RunCommand() {}

  /** One that no library fills in. */
  RunCommand(@Nullable Path home, @Nullable Integer port) {
    super(home);
    this.port = port;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (Workplace workplace = workplace()) {
      GatewayConfig config = workplace.config();
      warn(workplace);
      run(workplace, config);
      return DONE;
    }
  }

  /** After the start: to read all jars takes its time. */
  private static void tellAdapters(Workplace workplace) {
    for (AdapterSource source : workplace.registry().sources()) {
      source
          .files()
          .forEach(file ->
              log.info(
                  "Adapters {} from {}, sha256 {}", source.types(), file.file(), file.sha256()));
    }
  }

  private static void warn(Workplace workplace) {
    workplace.registry().problems().forEach(problem -> log.warn("{}", problem));
    if (workplace.load() instanceof Loaded.Valid valid) {
      valid.warnings().forEach(warning -> log.warn("{}", warning));
    }
  }

  private void run(Workplace workplace, GatewayConfig config) throws InterruptedException {
    OptionalInt asked = port == null ? OptionalInt.empty() : OptionalInt.of(port);
    GatewayOptions options = new GatewayOptions(workplace.home(), System.getenv(), asked, false);
    GatewayConfig inForce = config;
    do {
      inForce = untilStopped(workplace, options, inForce);
    } while (inForce != null);
  }

  /** Returns null when it was stopped, and what was in force when it has to be opened anew. */
  private static @Nullable GatewayConfig untilStopped(
      Workplace workplace, GatewayOptions options, GatewayConfig config)
      throws InterruptedException {
    try (Gateway gateway = new Gateway(options, config, workplace.loader());
        StopAtSignal signal = new StopAtSignal(gateway)) {
      gateway.start();
      tellAdapters(workplace);
      if (signal.await(gateway::damaged)) {
        return null;
      }
      log.error(
          "The queue is damaged: the gateway ends and begins anew, and makes another from the"
              + " threads.");
      return gateway.inForce();
    } catch (GatewayRunningException e) {
      throw Failure.failed(String.valueOf(e.getMessage()));
    } catch (QueueException | IOException e) {
      throw Failure.failed("The gateway cannot run in " + workplace.home() + ": " + e.getMessage());
    }
  }
}
