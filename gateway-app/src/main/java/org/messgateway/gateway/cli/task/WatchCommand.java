package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.ShutdownSignal;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code watch}: what happens, one line an event. */
@CommandLine.Command(
    name = "watch",
    description = {
      "Tells what happens from now on, one line an event, until Ctrl-C: new, delivered,",
      "undelivered, claimed, question, reply, answer, cancel, ended and what else executors say.",
      "With REF: that task only, from its beginning. With --json: one JSON value a line.",
      "A restart of the gateway does not end it."
    })
public final class WatchCommand extends TaskCommand {

  private static final int LONGEST_TEXT = 200;
  private static final Duration TO_END = Duration.ofSeconds(6);

  @Parameters(arity = "0..1", paramLabel = "REF", description = "Only this task: its ref or id.")
  private @Nullable String ref;

  @Override
  int call(CommandContext context, TaskFinder finder)
      throws IOException, InterruptedException, TaskLookupException {
    FoundTask only = ref == null ? null : finder.find(ref);
    try (ShutdownSignal _ = ShutdownSignal.interruptMe("Watching", TO_END);
        TaskWatch watch = new TaskWatch(finder, Instant.now())) {
      warnIfNoneRuns(context, hint(), err());
      watch.follow(
          only,
          event -> {
            tell(event, finder.several());
            if (out().isClosed()) {
              // As at Ctrl-C.
              Thread.currentThread().interrupt();
            }
          });
    } catch (InterruptedException atCtrlC) {
      err().line("Stopped.");
    }
    return DONE;
  }

  private void tell(WatchedEvent event, boolean several) {
    if (json()) {
      out().jsonLine(event.json());
      return;
    }
    String at =
        event.at() == null
            ? ""
            : NotificationText.clock(event.at(), Instant.now(), ZoneId.systemDefault());
    out()
        .line(
            "%-16s %s%-18s %-12s %s%s"
                .formatted(
                    at,
                    several ? "%-12s ".formatted(event.exchange()) : "",
                    event.ref(),
                    event.what(),
                    event.by(),
                    event.text().isEmpty()
                        ? ""
                        : (event.by().isEmpty() ? "" : ": ")
                            + NotificationText.shortened(event.text(), LONGEST_TEXT))
                .stripTrailing());
  }
}
