package org.messgateway.gateway.cli.task;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code done}: an executor delivers the result, or says that there is none. */
@CommandLine.Command(
    name = "done",
    description = "Says that a task is done, or failed, as an executor.")
public final class DoneCommand extends ExecutorCommand {

  @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "The answer.")
  private @Nullable String text;

  @Option(
      names = "--attach",
      paramLabel = "FILE",
      description = "A picture or another file; may be repeated.")
  private List<Path> attach = List.of();

  @Option(names = "--failed", paramLabel = "REASON", description = "It could not be done.")
  private @Nullable String failed;

  @Override
  List<Map<String, Object>> entries() {
    List<Object> content = new ArrayList<>();
    if (text != null) {
      content.add(text);
    }
    content.addAll(OutgoingMessage.parts(attach));
    List<Map<String, Object>> mess = new ArrayList<>();
    if (!content.isEmpty()) {
      mess.add(Map.of("response", Map.of("content", content)));
    }
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("code", failed == null ? "completed" : "failed");
    if (failed != null) {
      status.put("message", failed);
    }
    mess.add(Map.of("status", status));
    return mess;
  }

  @Override
  List<Path> attached() {
    return attach;
  }
}
