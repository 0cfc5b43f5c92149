package org.messgateway.gateway.answer;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.YamlWriter;

/**
 * A request of an agent as a thread: its own words kept, whatever keys they have.
 *
 * @param version what the agent's message said, or the protocol's first
 */
record NewTask(
    String agent, String channel, Instant at, Object version, Map<String, @Nullable Object> request)
    implements NewThread {

  /** Keys of v1.1 that stand in the envelope too, after history as the reference writes them. */
  private static final List<String> COPIED = List.of("needed_by", "confirm_before");

  @Nullable String id() {
    Object id = request.get("id");
    return id == null ? null : id.toString();
  }

  String intent() {
    return String.valueOf(request.get("intent"));
  }

  @Override
  public byte[] documents(Ref ref) {
    byte[] envelope = YamlWriter.write(envelope(ref)).getBytes(StandardCharsets.UTF_8);
    byte[] asked =
        MessageWriter.message(
            agent, at, channel, List.of(Map.of("v", version), Map.of("request", request)));
    byte[] acknowledged =
        MessageWriter.message("exchange", at, null, List.of(Map.of("ack", ack(ref))));
    return MessageWriter.append(MessageWriter.append(envelope, asked), acknowledged);
  }

  private Map<String, @Nullable Object> envelope(Ref ref) {
    Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
    envelope.put("ref", ref.value());
    if (id() != null) {
      envelope.put("client_id", id());
    }
    envelope.put("requestor", agent);
    envelope.put("executor", null);
    envelope.put("status", ThreadStatus.PENDING.code());
    envelope.put("created", at);
    envelope.put("updated", at);
    envelope.put("intent", intent());
    envelope.put(
        "priority",
        request.getOrDefault("priority", Priority.NORMAL.code()) instanceof String priority
            ? priority
            : Priority.NORMAL.code());
    Map<String, Object> created = new LinkedHashMap<>();
    created.put("action", HistoryEntry.CREATED);
    created.put("at", at);
    created.put("by", agent);
    envelope.put("history", List.of(created));
    for (String key : COPIED) {
      if (request.get(key) != null) {
        envelope.put(key, request.get(key));
      }
    }
    return envelope;
  }

  private Map<String, Object> ack(Ref ref) {
    Map<String, Object> ack = new LinkedHashMap<>();
    ack.put("re", id() == null ? ThreadReferences.LAST : String.valueOf(id()));
    ack.put("ref", ref.value());
    ack.put("received_at", at);
    return ack;
  }
}
