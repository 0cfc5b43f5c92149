package org.messgateway.gateway.cli.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.Timestamps;
import org.messgateway.gateway.cli.command.CommandFailure;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code claim}: an executor takes a task. */
@CommandLine.Command(name = "claim", description = "Takes a task, as an executor.")
public final class ClaimCommand extends ExecutorCommand {

  @Option(
      names = "--eta",
      paramLabel = "WHEN",
      description = "When it will be done: 45m, or 2026-11-20T18:00:00+01:00.")
  private @Nullable String eta;

  @Override
  List<Map<String, Object>> entries() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("code", "claimed");
    if (eta != null) {
      if (Durations.parse(eta).isEmpty() && Timestamps.parse(eta).isEmpty()) {
        throw CommandFailure.usage(
            "--eta " + eta + " is no time; write it like 45m or 2026-11-20T18:00:00+01:00.");
      }
      status.put("eta", eta);
    }
    return List.of(Map.of("status", status));
  }
}
