package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.channels.discovery.AdapterSource;
import org.messgateway.gateway.channels.discovery.JarStrikes;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.StopSignal;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.home.FullDisk;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code run}: the gateway, until it is told to stop. */
@CommandLine.Command(name = "run", description = "Runs the gateway until it is stopped.")
public final class RunCommand extends Command {

  private static final Logger log = LoggerFactory.getLogger(RunCommand.class);

  /** Between two lines on a store that is away. */
  private static final Duration LINE_EVERY = Duration.ofMinutes(1);

  private static final int LAST_PORT = 65_535;

  @Option(names = "--port", paramLabel = "PORT", description = "Instead of the configured port.")
  private @Nullable Integer port;

  private final @Nullable Preparation begun;

  public RunCommand() {
    begun = null;
  }

  /**
   * One that no library fills in.
   *
   * @param begun before this class, whose log takes its time
   */
  public RunCommand(@Nullable Path home, @Nullable Integer port, Preparation begun) {
    super(home);
    this.port = port;
    this.begun = begun;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port != null) {
      refuseUnlessPort(port);
    }
    Preparation preparation = begun == null ? Preparation.begin() : begun;
    JarStrikes strikes = JarStrikes.ofGateway(home(), InstantSource.system(), lastExit());
    try (StopSignal signal = new StopSignal(strikes);
        CommandContext context = CommandContext.open(home(), hint(), strikes)) {
      GatewayConfig config = context.config();
      warn(context);
      preparation.await();
      run(context, config, signal);
      return DONE;
    }
  }

  /** As an option says it; 0 is any that is free. */
  static void refuseUnlessPort(int number) {
    if (number < 0 || number > LAST_PORT) {
      throw CommandFailure.usage("--port must be 1 to " + LAST_PORT + ", or 0 for any.");
    }
  }

  /** How the process before ended, as the launcher says when it starts another. */
  private static OptionalInt lastExit() {
    Integer code = Integer.getInteger("mess.last.exit");
    return code == null ? OptionalInt.empty() : OptionalInt.of(code);
  }

  /** After the start: to read all jars takes its time. */
  private static void tellAdapters(CommandContext context) {
    for (AdapterSource source : context.registry().sources()) {
      source
          .files()
          .forEach(file ->
              log.info(
                  "Adapters {} from {}, sha256 {}", source.types(), file.file(), file.sha256()));
    }
  }

  private static void warn(CommandContext context) {
    context.registry().problems().forEach(problem -> log.warn("{}", problem));
    if (context.load() instanceof LoadResult.Valid valid) {
      valid.warnings().forEach(warning -> log.warn("{}", warning));
    }
  }

  private void run(CommandContext context, GatewayConfig config, StopSignal signal)
      throws InterruptedException {
    OptionalInt asked = port == null ? OptionalInt.empty() : OptionalInt.of(port);
    GatewayOptions options = new GatewayOptions(context.home(), System.getenv(), asked);
    GatewayConfig inForce = config;
    do {
      inForce = untilStopped(context, options, inForce, signal);
    } while (inForce != null);
  }

  /**
   * Opens the gateway as soon as its store is there, and its disk has room: after a power cut it
   * may be up before its database. The configuration is read anew meanwhile, since it may name the
   * wrong store.
   *
   * @return null when it was stopped
   */
  private static @Nullable Gateway open(
      CommandContext context, GatewayOptions options, GatewayConfig config, StopSignal signal)
      throws IOException, GatewayRunningException, InterruptedException {
    long begun = System.nanoTime();
    long lines = 0;
    while (true) {
      GatewayConfig next = lines == 0 ? config : corrected(context, config);
      try {
        Gateway gateway =
            HandOver.of(next).open(() -> Gateway.open(options, next, context.loader()));
        if (lines > 0) {
          log.info("What it waited for is there, after {} s.", since(begun).toSeconds());
        }
        return gateway;
      } catch (QueueException | IOException failure) {
        if (!passes(failure)) {
          throw failure;
        }
        if (since(begun).compareTo(LINE_EVERY.multipliedBy(lines)) >= 0) {
          lines++;
          log.warn("The gateway waits. {}", failure.getMessage());
        }
        long tried = System.nanoTime();
        // The store says at each try what it reports by itself.
        boolean silent = !(failure instanceof QueueException said && said.reported());
        if (signal.await(() -> silent || since(tried).compareTo(LINE_EVERY) >= 0)) {
          return null;
        }
      }
    }
  }

  private static boolean passes(Exception failure) {
    return switch (failure) {
      case QueueException store -> store.passes();
      case IOException disk -> FullDisk.caused(disk);
      default -> false;
    };
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private static GatewayConfig corrected(CommandContext context, GatewayConfig before) {
    try {
      return context.load() instanceof LoadResult.Valid valid ? valid.config() : before;
    } catch (CommandFailure e) {
      log.debug("The configuration cannot be read just now.", e);
      return before;
    }
  }

  /** Returns null when it was stopped, and what was in force when it has to be opened anew. */
  private static @Nullable GatewayConfig untilStopped(
      CommandContext context, GatewayOptions options, GatewayConfig config, StopSignal signal)
      throws InterruptedException {
    try (Gateway gateway = open(context, options, config, signal)) {
      if (gateway == null) {
        return null;
      }
      signal.stops(gateway);
      gateway.start();
      tellAdapters(context);
      if (signal.await(gateway::damaged)) {
        return null;
      }
      log.error(
          "The queue is damaged: the gateway ends and begins anew, and makes another from the"
              + " threads.");
      return gateway.inForce();
    } catch (GatewayRunningException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    } catch (QueueException | IOException e) {
      throw CommandFailure.failed(
          "The gateway cannot run in " + context.home() + ": " + e.getMessage());
    }
  }
}
