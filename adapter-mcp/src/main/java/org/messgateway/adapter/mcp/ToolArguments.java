package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Reach;

/** Makes the arguments of a tool call from the words of a task. */
final class ToolArguments {

  /** Braces around anything else are text: a pattern may hold JSON. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+)}");

  /** What a tool without declared properties gets. */
  private static final List<String> USUAL = List.of("ref", "intent", "context", "task");

  private ToolArguments() {}

  /** The first problem of patterns; empty when they are usable. */
  static Optional<String> problem(Map<String, String> patterns) {
    return patterns.values().stream()
        .flatMap(pattern -> PLACEHOLDER.matcher(pattern).results().map(found -> found.group(1)))
        .filter(name -> !TaskWords.NAMES.contains(name))
        .findFirst()
        .map(name ->
            "arguments: there is no {"
                + name
                + "}; there are {"
                + String.join("}, {", TaskWords.NAMES)
                + "}");
  }

  /**
   * The arguments of a call.
   *
   * @param patterns by name; empty for what the tool declares
   * @throws McpFailure when the tool requires what nothing fills
   */
  static ObjectNode of(
      String tool, ToolSchema schema, Map<String, String> patterns, TaskWords words)
      throws McpFailure {
    ObjectNode arguments = JsonRpc.object();
    if (patterns.isEmpty()) {
      declared(schema, words, arguments);
    } else {
      patterns.forEach((name, pattern) -> put(arguments, schema, name, filled(pattern, words)));
    }
    for (String name : schema.required()) {
      if (!arguments.has(name)) {
        throw McpFailure.of(
            FailureReason.REQUEST_REFUSED,
            "The tool "
                + JsonRpc.line(tool)
                + " requires \""
                + JsonRpc.line(name)
                + "\", which nothing fills: write it into arguments.",
            Reach.BEFORE_SENDING);
      }
    }
    return arguments;
  }

  private static void declared(ToolSchema schema, TaskWords words, ObjectNode arguments) {
    List<String> names = schema.declaresNothing() ? USUAL : TaskWords.NAMES;
    for (String name : names) {
      boolean wanted = schema.declaresNothing() || schema.has(name);
      boolean empty = words.word(name).isEmpty() && !schema.required().contains(name);
      if (wanted && !empty) {
        put(arguments, schema, name, words.word(name));
      }
    }
    // A program that takes one text under a name of its own: prompt, message, input …
    List<String> open = schema.required().stream().filter(name -> !arguments.has(name)).toList();
    if (open.size() == 1 && schema.takesText(open.getFirst())) {
      String handle = words.word(TaskWords.HANDLE);
      String text = words.word("intent").isEmpty() ? handle : words.all();
      put(arguments, schema, open.getFirst(), text);
    }
  }

  private static void put(ObjectNode arguments, ToolSchema schema, String name, String text) {
    Optional<JsonNode> value = schema.value(name, text);
    value.ifPresent(found -> arguments.set(name, found));
  }

  private static String filled(String pattern, TaskWords words) {
    return PLACEHOLDER
        .matcher(pattern)
        .replaceAll((MatchResult found) -> Matcher.quoteReplacement(words.word(found.group(1))));
  }
}
