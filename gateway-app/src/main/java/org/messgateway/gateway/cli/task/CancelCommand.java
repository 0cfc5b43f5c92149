package org.messgateway.gateway.cli.task;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code cancel}: the requestor withdraws a task. */
@CommandLine.Command(name = "cancel", description = "Withdraws a task, as its requestor.")
public final class CancelCommand extends RequestorCommand {

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for those who were told.")
  private @Nullable String reason;

  @Override
  Map<String, Object> entry(FoundTask task) {
    Map<String, Object> cancel = new LinkedHashMap<>();
    cancel.put("re", task.ref());
    if (reason != null) {
      cancel.put("reason", reason);
    }
    return Map.of("cancel", cancel);
  }
}
