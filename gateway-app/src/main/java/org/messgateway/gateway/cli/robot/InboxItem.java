package org.messgateway.gateway.cli.robot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.messgateway.api.Address;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;

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

  /** The notification as the gateway gives it to an adapter, as far as machines need it. */
  Notification notification(Address address) {
    return new Notification(
        id,
        news(),
        "",
        address,
        List.of(new Recipient(executor, executor, ZoneOffset.UTC)),
        thread(),
        null,
        new TaskLinks(respond, respond, respond),
        Set.of(),
        new ItemDocument(task));
  }

  /** Machines need the kind only; the document has the rest. */
  private NotificationContent news() {
    return switch (kind) {
      case REQUEST -> new NotificationContent.TaskRequest();
      case CLAIMED -> new NotificationContent.ClaimedByReader();
      case TAKEN -> new NotificationContent.TakenByOther("");
      case REPLY -> new NotificationContent.AgentReply("", "");
      case CANCELLED -> new NotificationContent.TaskCancelled(null);
      case REMINDER -> new NotificationContent.TaskReminder();
      case EXPIRED -> new NotificationContent.TaskExpired();
      case TROUBLE -> new NotificationContent.GatewayTrouble("", "", "");
      case DIGEST -> new NotificationContent.TaskDigest(List.of(), 0);
      case FINISHED -> new NotificationContent.TaskFinished(ThreadStatus.COMPLETED);
      case TEST -> new NotificationContent.ChannelTest();
      case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE ->
          new NotificationContent.TaskNews(kind);
    };
  }

  /** The name only, because the document is sent. */
  private MessThread thread() {
    ThreadStatus status =
        ThreadStatus.of(task.at("/envelope/status").asText()).orElse(ThreadStatus.PENDING);
    Envelope envelope = Envelope.of(Objects.requireNonNull(ref), null, status);
    return new MessThread(ref, envelope, List.of());
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
