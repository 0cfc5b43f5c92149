package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.config.GatewayConfig;
import picocli.CommandLine.Option;

/** Base of the commands by which an executor speaks. */
abstract class ExecutorCommand extends OneTaskCommand {

  /** A gateway knows of a new task within moments. */
  private static final Duration TOLD = Duration.ofSeconds(5);

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int FORBIDDEN = 403;

  @Option(
      names = "--as",
      paramLabel = "EXECUTOR",
      description = "Who speaks (default: who has the task, or the only one who was told of it).")
  private @Nullable String as;

  @Override
  final int call(CommandContext context, TaskFinder finder)
      throws IOException, InterruptedException, TaskLookupException {
    FoundTask task = task(finder);
    OutgoingMessage message = OutgoingMessage.of(entries(), attached());
    GatewayConfig config = context.inForce();
    String named = as;
    if (named != null) {
      CommandContext.executor(config, named);
    }
    try (GatewayMessages messages = new GatewayMessages(context)) {
      String speaker = named == null ? onlyOne(config, task) : named;
      GatewayMessages.Answered answer =
          messages.post(
              "/thread/" + task.ref() + in(task),
              GatewayMessages.Speaker.executor(speaker),
              message);
      if (answer.status() == FORBIDDEN) {
        throw CommandFailure.failed(
            "%s was not told of %s. Who was: %s."
                .formatted(speaker, task.ref(), listed(told(config, task))));
      }
      tellStanding(task, answer.orFailure());
      return DONE;
    }
  }

  /** What is said. */
  abstract List<Map<String, Object>> entries();

  /** Files that go with it. */
  List<Path> attached() {
    return List.of();
  }

  /** Whoever has it, else who was told of it. */
  private static String onlyOne(GatewayConfig config, FoundTask task)
      throws IOException, InterruptedException {
    String holder = task.conversation().holder();
    if (holder != null) {
      return holder;
    }
    List<String> told = told(config, task);
    long until = System.nanoTime() + TOLD.toNanos();
    while (told.isEmpty() && System.nanoTime() - until < 0) {
      Thread.sleep(LOOK);
      told = told(config, task);
    }
    if (told.size() == 1) {
      return told.getFirst();
    }
    throw CommandFailure.usage(
        "Say as whom: --as EXECUTOR. "
            + (told.isEmpty()
                ? "Nobody was told of " + task.ref() + " yet."
                : "Told of " + task.ref() + " were: " + listed(told) + "."));
  }

  private static List<String> told(GatewayConfig config, FoundTask task) throws IOException {
    String exchange = task.files().directory().id();
    try (HomeInspector home = new HomeInspector(config)) {
      return home.deliveries(task.ref()).stream()
          .filter(row -> row.identity().exchange().equals(exchange))
          .map(row -> row.identity().executor())
          .filter(executor -> config.catalogue().executor(executor).isPresent())
          .distinct()
          .sorted()
          .toList();
    }
  }

  private static String listed(List<String> executors) {
    return executors.isEmpty() ? "nobody" : String.join(", ", executors);
  }
}
