package org.messgateway.gateway.exchange.remote;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;

/** Parses lists and threads of the server; ignores entries that are no threads. */
final class RemoteThreads {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<@Nullable Object> ANYTHING = new TypeReference<>() {};

  private RemoteThreads() {}

  /** The lines of a list. */
  static List<ListedThread> list(JsonNode body) {
    List<ListedThread> listed = new ArrayList<>();
    for (JsonNode each : body.path("threads")) {
      line(each).ifPresent(listed::add);
    }
    return listed;
  }

  private static Optional<ListedThread> line(JsonNode node) {
    return Ref.of(node.path("ref").asText(""))
        .map(ref ->
            new ListedThread(
                ref,
                node.path("status").asText("pending"),
                text(node, "executor_id"),
                node.path("updated_at").asText("")));
  }

  /** One thread; empty for any other value. */
  static Optional<RemoteThread> thread(JsonNode body) {
    JsonNode node = body.path("thread");
    return line(node)
        .map(state ->
            new RemoteThread(
                state,
                node.path("intent").asText(""),
                text(node, "requestor_id"),
                text(node, "priority"),
                instant(text(node, "created_at")),
                messages(node.path("messages"))));
  }

  private static List<RemoteThread.Message> messages(JsonNode list) {
    List<RemoteThread.Message> messages = new ArrayList<>();
    for (JsonNode each : list) {
      messages.add(
          new RemoteThread.Message(
              each.path("from").asText("unknown"),
              instant(text(each, "ts")),
              JSON.convertValue(each.path("mess"), ANYTHING)));
    }
    return messages;
  }

  private static @Nullable String text(JsonNode node, String key) {
    JsonNode value = node.path(key);
    return value.isTextual() && !value.textValue().isEmpty() ? value.textValue() : null;
  }

  /** An invalid time does not make a thread unreadable. */
  static Instant instant(@Nullable String text) {
    try {
      return text == null ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }
}
