package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.ServiceReply;

/** The result of a tool call as a MESS message. */
final class ToolCallResult {

  private static final String META = "messgateway.org/handle";
  private static final int LONGEST_HANDLE = 500;
  private static final int LONGEST_REASON = 2_000;

  /** Kept free of the limit of a reply for what stands around texts and pictures. */
  private static final int AROUND = 16 * 1024;

  /** Models put what they are asked for into a fence. */
  private static final Pattern FENCED =
      Pattern.compile("\\s*```[a-zA-Z]*\\n(.*?)\\n?```\\s*", Pattern.DOTALL);

  private static final Pattern MESS =
      Pattern.compile("\\s*(---\\s*\\n)?MESS:\\s.*", Pattern.DOTALL);

  private final JsonNode result;

  ToolCallResult(JsonNode result) {
    this.result = result;
  }

  /** The name of work that goes on; empty when the result is the end. */
  String handle() {
    JsonNode named = result.path("structuredContent").path("handle");
    JsonNode handle = named.isValueNode() ? named : result.path("_meta").path(META);
    String text = handle.isValueNode() && !handle.isNull() ? handle.asText() : "";
    return failed() || text.length() > LONGEST_HANDLE ? "" : text;
  }

  private boolean failed() {
    return result.path("isError").asBoolean();
  }

  /** The message that the tool itself wrote; empty when it wrote none. */
  Optional<ServiceReply> written() {
    JsonNode structured = result.path("structuredContent");
    if (structured.path("MESS").isArray()) {
      ObjectNode message = JsonRpc.object();
      message.set("MESS", structured.get("MESS"));
      return Optional.of(json(message));
    }
    return texts().stream().flatMap(text -> written(text).stream()).findFirst();
  }

  private static Optional<ServiceReply> written(String text) {
    Matcher fence = FENCED.matcher(text);
    String inner = fence.matches() ? fence.group(1) : text;
    boolean yaml = MESS.matcher(inner + "\n").matches();
    boolean object =
        inner.stripLeading().startsWith("{")
            && JsonRpc.value(inner).filter(value -> value.path("MESS").isArray()).isPresent();
    return yaml || object
        ? Optional.of(reply("application/yaml", inner.getBytes(StandardCharsets.UTF_8)))
        : Optional.empty();
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (JsonNode block : result.path("content")) {
      if (block.path("type").asText().equals("text")) {
        texts.add(block.path("text").asText());
      }
    }
    return texts;
  }

  /** The result as the end of the task: its own message, else what it holds as a response. */
  ServiceReply ending() {
    return written().orElseGet(() -> failed() ? failure() : json(message("completed", response())));
  }

  private ServiceReply failure() {
    String reason = String.join("\n", texts()).strip();
    return failed(reason.isEmpty() ? "The tool failed and did not say why." : reason);
  }

  /** A message that says that the task failed. */
  static ServiceReply failed(String reason) {
    ObjectNode message = message("failed", JsonRpc.object().arrayNode());
    String cut =
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + "…" : reason;
    ((ObjectNode) message.path("MESS").path(0).path("status")).put("message", cut);
    return json(message);
  }

  /** A message of a status alone. */
  static ServiceReply status(String code) {
    return json(message(code, JsonRpc.object().arrayNode()));
  }

  private static ObjectNode message(String code, ArrayNode content) {
    ObjectNode message = JsonRpc.object();
    ArrayNode entries = message.putArray("MESS");
    entries.addObject().putObject("status").put("code", code);
    if (!content.isEmpty()) {
      entries.addObject().putObject("response").set("content", content);
    }
    return message;
  }

  private ArrayNode response() {
    ArrayNode content = JsonRpc.object().arrayNode();
    int room = ServiceReply.MOST - AROUND;
    JsonNode structured = result.path("structuredContent");
    for (JsonNode block : result.path("content")) {
      if (!repeats(block, structured)) {
        ObjectNode entry = ContentBlock.entry(block);
        int size = JsonRpc.bytes(entry).length;
        if (size > room) {
          entry = ContentBlock.leftOut(block, size);
          size = JsonRpc.bytes(entry).length;
        }
        if (size <= room) {
          content.add(entry);
          room -= size;
        }
      }
    }
    if (structured.isObject() && JsonRpc.bytes(structured).length < room) {
      content.addObject().set("structured", structured);
    }
    return content;
  }

  /** Tools repeat their structured content as a text, for clients that do not know it. */
  private static boolean repeats(JsonNode block, JsonNode structured) {
    return structured.isObject()
        && block.path("type").asText().equals("text")
        && JsonRpc.value(block.path("text").asText()).filter(structured::equals).isPresent();
  }

  private static ServiceReply json(ObjectNode message) {
    return reply("application/json", JsonRpc.bytes(message));
  }

  private static ServiceReply reply(String mediaType, byte[] body) {
    return new ServiceReply(mediaType, body, body.length <= ServiceReply.MOST);
  }
}
