package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.TaskForecast;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.routing.UnclaimedCapabilities;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code request}: creates a thread, as an agent would. The gateway need not run: it finds it when
 * it does.
 */
@CommandLine.Command(name = "request", description = "Creates a task, as an agent would.")
public final class RequestCommand extends Command {

  @Parameters(paramLabel = "INTENT", description = "What is to be done.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String intent;

  @Option(
      names = "--requires",
      split = ",",
      paramLabel = "CAPABILITY",
      description = "What whoever does it must be able to.")
  private List<String> requires = List.of();

  @Option(
      names = "--context",
      paramLabel = "TEXT",
      description = "Something to know; may be repeated.")
  private List<String> context = List.of();

  @Option(
      names = "--priority",
      paramLabel = "PRIORITY",
      description = "background, normal, elevated or urgent.")
  private @Nullable Priority priority;

  @Option(
      names = "--within",
      paramLabel = "DURATION",
      description = "Of no use after this long: 2h, 45m.")
  private @Nullable String within;

  @Option(
      names = "--by",
      paramLabel = "TIME",
      description = "Of no use after this time: 2026-11-20T18:00:00+01:00.")
  private @Nullable String by;

  @Option(
      names = "--not-before",
      paramLabel = "TIME",
      description = "Nobody is told before this time.")
  private @Nullable String notBefore;

  @Option(
      names = "--depends-on",
      split = ",",
      paramLabel = "ID",
      description = "Tasks that must have been done first.")
  private List<String> dependsOn = List.of();

  @Option(
      names = "--hint",
      split = ",",
      paramLabel = "TYPE",
      description = "What sort of answer is wanted: confirmation (yes or no), text, image, …")
  private List<String> hints = List.of();

  @Option(names = "--id", paramLabel = "ID", description = "What you call it yourself.")
  private @Nullable String id;

  @Option(
      names = "--from",
      paramLabel = "AGENT",
      description = "Who asks (default: agent_id of the configuration).")
  private @Nullable String from;

  @Option(
      names = "--exchange",
      paramLabel = "NAME",
      description = "Where the task is created (default: the first exchange).")
  private @Nullable String exchange;

  @Option(
      names = "--attach",
      paramLabel = "FILE",
      description = "A picture or another file to know; may be repeated.")
  private List<Path> attach = List.of();

  @Mixin private WaitOption wait = new WaitOption();

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (intent.isBlank()) {
      throw CommandFailure.usage("Say what is to be done.");
    }
    if (within != null) {
      Duration _ = TaskCommand.duration("--within", within);
    }
    try (CommandContext context = workplace()) {
      NewRequest request = request(context.config());
      String ref = attach.isEmpty() ? create(context.config(), request) : upload(context, request);
      GatewayConfig inForce = context.inForce();
      List<String> unclaimed = unclaimed(inForce);
      Optional<TaskForecast> forecast = forecast(context, inForce, request);
      Duration longest = wait.longest();
      if (longest != null) {
        unclaimed.forEach(err()::line);
        err().line(ref);
        forecast.ifPresent(known -> err().line(known.line()));
        return await(context, ref, longest);
      }
      if (json) {
        out().json(json(ref, unclaimed, forecast));
      } else {
        out().line(ref);
        unclaimed.forEach(err()::line);
        forecast.ifPresent(known -> err().line(known.line()));
        if (forecast.filter(known -> !known.running()).isPresent()) {
          err().line("Nobody runs here: told as soon as it does: " + hint().to("run"));
        }
        err().line("See why: " + hint().to("explain", ref));
      }
      return DONE;
    }
  }

  private static Map<String, Object> json(
      String ref, List<String> unclaimed, Optional<TaskForecast> forecast) {
    Map<String, Object> created = new LinkedHashMap<>();
    created.put("ref", ref);
    if (!unclaimed.isEmpty()) {
      created.put("hints", unclaimed);
    }
    forecast.ifPresent(known -> {
      created.put("told", known.json());
      created.put("running", known.running());
    });
    return created;
  }

  /** The task is there, whether it can be said or not who is told. */
  private Optional<TaskForecast> forecast(
      CommandContext context, GatewayConfig inForce, NewRequest request) {
    try {
      return Optional.of(TaskForecast.of(context, inForce, chosen(inForce).name(), request));
    } catch (IOException | QueueException e) {
      err().line("It cannot be said now who is told: " + e.getMessage());
      return Optional.empty();
    }
  }

  private NewRequest request(GatewayConfig config) {
    return new NewRequest(
        Optional.ofNullable(from).orElse(config.agentId()),
        "cli",
        intent,
        id,
        requires,
        context,
        priority,
        within,
        TaskCommand.time("--by", by),
        TaskCommand.time("--not-before", notBefore),
        dependsOn,
        hints);
  }

  private String create(GatewayConfig config, NewRequest request) {
    Instant now = InstantSource.system().instant();
    try {
      return OfflineTaskCreation.create(
              chosen(config), ref -> MessageWriter.thread(ref.value(), request, now))
          .value();
    } catch (IOException e) {
      throw CommandFailure.failed("The task could not be written: " + e.getMessage());
    }
  }

  /** Through a gateway, which puts large files beside the task. */
  private String upload(CommandContext context, NewRequest request) throws InterruptedException {
    String exchangeName = chosen(context.config()).name();
    OutgoingMessage message = OutgoingMessage.of(MessageWriter.entries(request), attach);
    try (GatewayMessages messages = new GatewayMessages(context)) {
      return messages
          .post(
              "/mess?exchange=" + GatewayMessages.encoded(exchangeName),
              GatewayMessages.Speaker.agent(request.requestor()),
              message)
          .orFailure()
          .path("created")
          .path(0)
          .path("ref")
          .asText();
    }
  }

  private int await(CommandContext context, String ref, Duration longest)
      throws IOException, InterruptedException {
    GatewayConfig config = context.config();
    try (TaskFinder finder = new TaskFinder(config, chosen(config).name())) {
      TaskCommand.warnIfNoneRuns(context, hint(), err());
      FoundTask task =
          new OutcomeWait(finder).await(finder.find(ref), WaitOutcome.WaitGoal.ANSWERED, longest);
      WaitOutcome outcome = WaitOutcome.of(task, WaitOutcome.WaitGoal.ANSWERED);
      TaskCommand.tell(
          task,
          outcome,
          json,
          TaskCommand.text(hint()),
          new TaskCommand.CommandOutputs(out(), err()));
      return outcome.status();
    } catch (TaskLookupException e) {
      throw CommandFailure.failed(e.sentence());
    }
  }

  /** What it requires that nobody has; it was created all the same. */
  private List<String> unclaimed(GatewayConfig config) {
    return UnclaimedCapabilities.sentences(
        requires, config.catalogue(), new CapabilityFile(chosen(config).path())::ids);
  }

  private ExchangeConfig chosen(GatewayConfig config) {
    return CommandContext.exchange(config, exchange);
  }
}
