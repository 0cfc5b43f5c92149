package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.regex.Pattern;

/** Blocks of a tool's result as entries of a response's content. */
final class ContentBlock {

  private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z]+/[a-z0-9.+-]{1,80}");
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]*={0,2}");
  private static final Pattern WEB = Pattern.compile("(?i)https?://\\S+");

  private ContentBlock() {}

  static ObjectNode entry(JsonNode block) {
    return switch (block.path("type").asText()) {
      case "text" -> text(block.path("text").asText());
      case "image", "audio" -> data(block.path("mimeType").asText(), block.path("data").asText());
      case "resource_link" -> link(block);
      case "resource" -> resource(block.path("resource"));
      default -> JsonRpc.object().set("structured", block);
    };
  }

  /** An entry for what is too large. */
  static ObjectNode leftOut(JsonNode block, int size) {
    String type = block.path("type").asText("content");
    return text(
        "[%s of %d kB was left out: it is too large for an answer]"
            .formatted(type.equals("image") ? "a picture" : JsonRpc.line(type), size / 1024));
  }

  private static ObjectNode text(String text) {
    return JsonRpc.object().put("text", text);
  }

  private static ObjectNode data(String written, String base64) {
    String mediaType = written.strip().toLowerCase(Locale.ROOT);
    if (!MEDIA_TYPE.matcher(mediaType).matches() || !BASE64.matcher(base64).matches()) {
      return text("[what the tool sent here is no picture or sound: it is left out]");
    }
    return JsonRpc.object().put(key(mediaType), "data:" + mediaType + ";base64," + base64);
  }

  private static String key(String mediaType) {
    return switch (mediaType.substring(0, mediaType.indexOf('/'))) {
      case "image" -> "image";
      case "audio" -> "audio";
      case "video" -> "video";
      default -> "file";
    };
  }

  private static ObjectNode link(JsonNode block) {
    String uri = block.path("uri").asText();
    // Other URIs can be read from the server only, which the requestor does not reach.
    return WEB.matcher(uri).matches()
        ? JsonRpc.object().put("url", uri)
        : text((block.path("name").asText() + " " + uri).strip());
  }

  private static ObjectNode resource(JsonNode resource) {
    if (resource.path("text").isTextual()) {
      return text(resource.path("text").asText());
    }
    return resource.path("blob").isTextual()
        ? data(
            resource.path("mimeType").asText("application/octet-stream"),
            resource.path("blob").asText())
        : link(resource);
  }
}
