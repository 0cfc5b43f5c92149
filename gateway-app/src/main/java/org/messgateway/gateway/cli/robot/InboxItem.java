package org.messgateway.gateway.cli.robot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Locale;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.http.WebhookHeaders;

/**
 * One notification of an executor, from its inbox.
 *
 * @param id the delivery's, which becomes the webhook's
 * @param kind request, claimed, taken …
 * @param respond where to answer; holds a token
 * @param after the place behind it in the inbox
 * @param task envelope and messages
 */
record InboxItem(
    String id,
    NotificationKind kind,
    String ref,
    String executor,
    URI respond,
    String after,
    JsonNode task) {

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is none
   */
  static InboxItem of(JsonNode item) {
    return new InboxItem(
        text(item, "id"),
        NotificationKind.valueOf(text(item, "kind").toUpperCase(Locale.ROOT)),
        text(item, "ref"),
        text(item, "executor"),
        URI.create(text(item, "respond")),
        text(item, "after"),
        item.path("task"));
  }

  private static String text(JsonNode item, String key) {
    String text = item.path(key).asText();
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an item of the inbox has no " + key);
    }
    return text;
  }

  /** The task's intent, for the printed line. */
  String intent() {
    return task.at("/envelope/intent").asText();
  }

  /** The headers of the webhook that would tell the same. */
  WebhookHeaders headers() {
    return new WebhookHeaders(id, kind, ref, executor, false, respond);
  }

  /** Its body. */
  TaskDocument document() {
    return new ItemDocument(task);
  }

  /** {@link #respond} opens the task. */
  @Override
  public String toString() {
    return "InboxItem[" + id + ", " + kind.code() + ", " + ref + "]";
  }

  /**
   * A task out of the inbox. The gateway has bounded it already, with links in place of large data,
   * so that it is written as it is.
   *
   * @param task envelope and messages
   */
  record ItemDocument(JsonNode task) implements TaskDocument {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML =
        new ObjectMapper(
            new YAMLFactory()
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .disable(YAMLGenerator.Feature.SPLIT_LINES));

    @Override
    public byte[] yaml(int maxBytes) {
      ByteArrayOutputStream documents = new ByteArrayOutputStream();
      documents.writeBytes(written(YAML, task.path("envelope")));
      for (JsonNode message : task.path("messages")) {
        documents.writeBytes(new byte[] {'-', '-', '-', '\n'});
        documents.writeBytes(written(YAML, message));
      }
      return documents.toByteArray();
    }

    @Override
    public byte[] json(int maxBytes) {
      return written(JSON, task);
    }

    private static byte[] written(ObjectMapper mapper, JsonNode value) {
      try {
        return mapper.writeValueAsBytes(value);
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException("what was just read can be written", e);
      }
    }
  }
}
