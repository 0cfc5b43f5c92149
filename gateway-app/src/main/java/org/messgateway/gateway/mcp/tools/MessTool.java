package org.messgateway.gateway.mcp.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.mcp.McpContent;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;

/** {@code mess}: any message of an agent, as it stands. */
final class MessTool {

  private static final String MESSAGE = "message";
  private static final String EXAMPLE =
      "mess(message: \"MESS:\\n  - request:\\n      intent: check the door\")";

  private final AgentVoice voice;
  private final BiPredicate<Optional<String>, String> reachable;

  /**
   * @param reachable whether a file of a disk can be shown to executors: exchange and {@code file:}
   *     URI
   */
  MessTool(AgentVoice voice, BiPredicate<Optional<String>, String> reachable) {
    this.voice = voice;
    this.reachable = reachable;
  }

  McpTool tool() {
    Schema input = Schema.input().text(MESSAGE, "YAML-formatted MESS message, or JSON");
    ToolInputs.exchange(input).require(MESSAGE);
    return new RefusingTool(
        new ToolDescription(
            "mess",
            "Send a MESS message",
            "Send a MESS message in YAML: requests (several, with depends_on, files, deadlines),"
                + " reply, cancel, query, review. For one plain request use mess_observe or"
                + " mess_do. Returns at once: each request's ref, how each task stands that the"
                + " message is about, and what queries found. Either all of a message is taken or"
                + " nothing. The same message again within a minute is the same message.",
            input.map(),
            output().map(),
            Map.of(),
            false,
            true,
            false),
        this::said);
  }

  private static Schema output() {
    Schema task =
        Schema.output()
            .text("id", "your own id of it")
            .text("re", "what the message called it")
            .text("ref", "the exchange's id of the task")
            .text("status", "how it stands now")
            .text("holder", "who has it")
            .truth("again", "whether this was said before")
            .text("note", "why it has no effect");
    return Schema.output()
        .truth("ok", "the message was taken")
        .truth("again", "whether all of it was said before")
        .objects("created", "tasks that were made", task)
        .texts("touched", "refs of tasks that were replied to or cancelled")
        .objects("threads", "how those stand now", task)
        .objects("answers", "what queries found", Schema.output())
        .objects("kept", "entries of unknown types, kept without effect", Schema.output())
        .objects("registered", "what config entries registered", Schema.output())
        .texts("hints", "what nobody can do yet")
        .text("note", "about the version")
        .texts("notes", "what the gateway says of this call")
        .text("next", "what to do next")
        .require("ok");
  }

  private ToolResult said(ToolCall call, Arguments arguments) throws CallRefusal, IOException {
    Optional<String> exchange = voice.exchange(call.caller(), arguments);
    String message = arguments.required(MESSAGE, EXAMPLE);
    AgentVoice.Said said = voice.say(call.caller(), exchange, message);
    List<String> notes = new ArrayList<>();
    said.files().stream()
        .filter(file -> !reachable.test(exchange, file))
        .map(file ->
            ("%s cannot be shown to whoever does it: it is not on the gateway's machine, or not in"
                    + " a folder that exchange.files permits. Put it there, or send it inline.")
                .formatted(OthersWords.line(file)))
        .forEach(notes::add);
    Map<String, Object> members = OthersWords.map(said.taken().members());
    if (!notes.isEmpty()) {
      members.put("notes", notes);
    }
    Optional<String> next = next(said.taken().told(), voice.argument(exchange));
    next.ifPresent(sentence -> members.put("next", sentence));
    return new ToolResult(List.of(new McpContent.Words(text(said, notes, next))), members, false);
  }

  /**
   * @param exchange the argument that names the exchange of the message
   */
  private static Optional<String> next(RequestResult.Stored told, String exchange) {
    List<String> refs = told.created().stream().map(Created::ref).toList();
    if (refs.size() > 1) {
      return Optional.of(
          "Go on with mess_status(), or mess_wait(re%s) for one of them.".formatted(exchange));
    }
    return refs.stream()
        .findFirst()
        .or(() -> told.touched().stream().findFirst())
        .map(ref -> "Go on with mess_wait(re: \"%s\"%s).".formatted(ref, exchange));
  }

  private static String text(AgentVoice.Said said, List<String> notes, Optional<String> next) {
    MessText text = new MessText();
    for (Map<String, @Nullable Object> entry : said.taken().mess()) {
      entry.forEach((type, value) -> {
        Map<String, Object> shown =
            OthersWords.map(value instanceof Map<?, ?> map ? map : Map.of());
        if (type.equals("response")) {
          FoundRows.of(shown).forEach(row -> text.others(type, row));
        } else {
          text.own(type, shown);
        }
      });
    }
    notes.forEach(text::sentence);
    next.ifPresent(text::sentence);
    return text.beginning("ask again with `filter: {limit: 20}`, or see the structured result.");
  }
}
