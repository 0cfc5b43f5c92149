package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.TerminalPrompt;
import org.messgateway.gateway.exchange.format.Document;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code show}: a whole conversation. */
@CommandLine.Command(
    name = "show",
    description = {
      "Shows a task with all that was said, what it waits for, and its files.",
      "Pictures are drawn where the terminal is known to draw them (kitty, iTerm2, WezTerm)."
    })
public final class ShowCommand extends OneTaskCommand {

  @Option(names = "--save", paramLabel = "DIR", description = "Saves its files there.")
  private @Nullable Path save;

  @Option(names = "--yaml", description = "Prints the thread as it lies on the disk.")
  private boolean yaml;

  @Override
  int call(CommandContext context, TaskFinder finder)
      throws IOException, InterruptedException, TaskLookupException {
    FoundTask task = task(finder);
    SavedFiles.Saved saved =
        save == null
            ? new SavedFiles.Saved(Map.of(), List.of())
            : new SavedFiles(save.toAbsolutePath().normalize()).save(AttachedFile.of(task));
    if (json()) {
      Map<String, Object> shown = text().json(task);
      if (save != null) {
        shown.put("saved", saved.places().values().stream().map(Path::toString).toList());
      }
      out().json(shown);
    } else if (yaml) {
      yaml(task);
    } else {
      show(task, saved.places());
    }
    saved.failures().forEach(err()::line);
    return saved.failures().isEmpty() ? DONE : CommandFailure.FAILED;
  }

  private void yaml(FoundTask task) {
    List<String> documents = new ArrayList<>();
    for (Document each : task.loaded().parsed().documents()) {
      documents.add(new String(each.bytes(), UTF_8).stripTrailing());
    }
    out().lines(String.join("\n---\n", documents));
  }

  private void show(FoundTask task, Map<AttachedFile, Path> saved) throws IOException {
    TerminalPicture terminal = TerminalPicture.of(System.getenv(), TerminalPrompt.canBeAsked());
    for (TaskText.Line line : text().lines(task)) {
      out().line(line.text());
      for (AttachedFile file : line.files()) {
        out().drawing(terminal.lines(file));
      }
    }
    saved.forEach((file, place) -> out().line("saved: " + place + " (" + file.shownSize() + ")"));
  }
}
