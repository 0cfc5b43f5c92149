package org.messgateway.gateway.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.testkit.Conforms;

/**
 * The skill is true: each of its examples is run as it is written, and the files beside it hold.
 */
class SkillTest extends SharedToolScene {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SKILL = ROOT.resolve("skill/SKILL.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(yaml)?\\n(.*?)^```$");
  private static final Pattern CALL = Pattern.compile("(?s)(mess\\w*)\\((.*)\\)\\s*");

  /** An example: a tool and its arguments. */
  private record Example(String tool, Map<String, Object> arguments) {}

  private static List<Example> examples() throws Exception {
    List<Example> examples = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(SKILL));
    while (block.find()) {
      examples.add(
          block.group(1) != null
              ? new Example("mess", Map.of("message", block.group(2)))
              : call(block.group(2)));
    }
    return examples;
  }

  /** What stands between the brackets is the inside of a map in YAML. */
  private static Example call(String text) throws Exception {
    Matcher call = CALL.matcher(text);
    assertTrue(call.matches(), text);
    Object read =
        YamlReader.meaning(
                Document.whole("an example", ("{" + call.group(2) + "}").getBytes(UTF_8)))
            .value();
    Map<String, Object> arguments = new LinkedHashMap<>();
    ((Map<?, ?>) Objects.requireNonNull(read))
        .forEach((name, value) -> arguments.put(String.valueOf(name), value));
    return new Example(call.group(1), arguments);
  }

  @Test
  @Conforms({243, 246, 322})
  void eachExampleWorksAsItIsWritten() throws Exception {
    List<Example> examples = examples();
    Set<String> tools = new TreeSet<>();
    whatTheExamplesAnswer();
    for (Example example : examples) {
      CompletableFuture<ToolScene.Told> told = scene.later(example.tool(), example.arguments());
      if (example.tool().equals("mess_observe")) {
        look(String.valueOf(example.arguments().get("intent")));
      }
      assertFalse(told.get(60, TimeUnit.SECONDS).error(), example::toString);
      tools.add(example.tool());
    }
    assertEquals(
        Set.of(
            "mess",
            "mess_answer",
            "mess_cancel",
            "mess_do",
            "mess_fetch",
            "mess_observe",
            "mess_status",
            "mess_wait"),
        tools);
    assertEquals(13, examples.size(), "none is passed over");
  }

  /** Ana answers what is to be looked at. */
  private static void look(String intent) throws Exception {
    List<String> refs = new ArrayList<>();
    ToolScene.eventually(
        "the request is open",
        () -> {
          scene
              .call("mess_status", Map.of())
              .structured()
              .path("tasks")
              .forEach(task -> {
                if (task.path("intent").asText().equals(intent)) {
                  refs.add(task.path("ref").asText());
                }
              });
          return !refs.isEmpty();
        });
    scene.ana(refs.getFirst(), "[{response: {content: [\"two eggs\"]}}]");
  }

  /** A question, a request for confirmation and a suggestion, by the names that the skill uses. */
  private static void whatTheExamplesAnswer() throws Exception {
    String vacuum = scene.ask("vacuum-kitchen", "vacuum the kitchen");
    scene.ana(
        vacuum,
        "[{status: {code: needs_input, questions: [{field: location, question: which side?}]}}]");
    String garage = scene.ask("cleanup-garage", "clean the garage up");
    scene.ana(garage, "[{status: {code: needs_confirmation, message: throw it all away?}}]");
    String groceries = scene.ask("groceries", "buy onions at the market");
    scene.ana(
        groceries,
        "[{suggestion: {id: \"sug:other-shop\", type: alternative, re: [%s],".formatted(groceries)
            + " proposed: {intent: buy onions at the corner shop}}}]");
  }

  @Test
  @Conforms({246, 321})
  void theSkillIsShortAndHasTheSectionsOfThePlan() throws Exception {
    List<String> lines = Files.readAllLines(SKILL);
    assertTrue(lines.size() <= 200, "lines: " + lines.size());
    assertEquals("---", lines.getFirst());
    assertTrue(lines.contains("name: mess"));
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("description: ")));
    assertEquals(
        List.of(
            "## When to Use",
            "## Tools",
            "## Examples",
            "## Handling Responses",
            "## Response Content",
            "## Best Practices"),
        lines.stream().filter(line -> line.startsWith("## ")).toList());
  }

  @Test
  void theToolsThatTheSkillTellsAreThoseThatThereAre() throws Exception {
    Matcher row = Pattern.compile("(?m)^\\| `(mess\\w*)\\(").matcher(Files.readString(SKILL));
    Set<String> told = new TreeSet<>();
    while (row.find()) {
      told.add(row.group(1));
    }
    Set<String> there = new TreeSet<>();
    scene.claude().listTools().tools().forEach(tool -> there.add(tool.name()));
    assertEquals(there, told);
  }

  @Test
  @Conforms(321)
  void theConfigurationToCopyIsValid(@TempDir Path folder) throws Exception {
    Files.copy(ROOT.resolve("examples/config.example.yaml"), folder.resolve("config.yaml"));
    try (AdapterRegistry adapters =
        AdapterRegistry.discover(folder.resolve("none"), folder.resolve("none"))) {
      LoadResult read =
          new ConfigLoader(adapters, ZoneOffset.UTC)
              .load(
                  folder,
                  Map.of("TELEGRAM_BOT_TOKEN", "123:abc", "MESS_WEBHOOK_SECRET", "s3cret-s3c"));
      assertTrue(read instanceof LoadResult.Valid, read::toString);
    }
  }

  @Test
  @Conforms(321)
  void theThreadOfTheExampleIsReadAsAFinishedTaskWithItsPicture() throws Exception {
    Path finished = Files.createDirectories(scene.home.resolve("state=finished"));
    Files.copy(
        ROOT.resolve("examples/fridge-check.messe-af.yaml"),
        finished.resolve("2026-01-31-001.messe-af.yaml"));
    var agent = scene.client("claude-agent", null);
    ToolScene.eventually(
        "the task is seen",
        () -> !scene.tried(agent, "mess_status", Map.of("re", "2026-01-31-001")).error());
    ToolScene.Told told = scene.tried(agent, "mess_status", Map.of("re", "fridge"));
    assertEquals(ThreadStatus.COMPLETED.code(), told.structured().at("/task/status").asText());
    assertTrue(told.text().contains("Two eggs"), told.text());
    assertEquals("image/png", told.content().get(2).path("mimeType").asText());
  }
}
