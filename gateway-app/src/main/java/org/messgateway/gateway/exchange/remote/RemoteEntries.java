package org.messgateway.gateway.exchange.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.YamlWriter;

/** Maps messages of the server to documents of a thread, and reads the status codes in them. */
final class RemoteEntries {

  private RemoteEntries() {}

  /** Document of a message, without the entry {@code gateway}. */
  static byte[] document(
      String from, Instant received, @Nullable String channel, RemoteThread.Message message) {
    List<@Nullable Object> mess = new ArrayList<>();
    for (Object entry : message.entries()) {
      if (!(entry instanceof Map<?, ?> map && map.containsKey(OriginMac.ENTRY))) {
        mess.add(entry);
      }
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("from", from);
    document.put("received", received);
    if (channel != null) {
      document.put("channel", channel);
    }
    document.put("MESS", mess);
    return YamlWriter.write(document).getBytes(UTF_8);
  }

  /** Document for a change of state that no message explains. */
  static byte[] status(String from, Instant at, Ref ref, ThreadStatus code) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("re", ref.value());
    status.put("code", code.code());
    return MessageWriter.message(from, at, "api", List.of(Map.of("status", status)));
  }

  /** The known status codes of a message, in order; a cancellation counts as one. */
  static List<ThreadStatus> codes(RemoteThread.Message message) {
    List<ThreadStatus> codes = new ArrayList<>();
    for (Object entry : message.entries()) {
      if (entry instanceof Map<?, ?> map) {
        if (map.get("status") instanceof Map<?, ?> status
            && status.get("code") instanceof String code) {
          ThreadStatus.of(code).ifPresent(codes::add);
        }
        if (map.containsKey("cancel")) {
          codes.add(ThreadStatus.CANCELLED);
        }
      }
    }
    return codes;
  }

  /** Whether a message holds a request, also one without an intent. */
  static boolean holdsRequest(RemoteThread.Message message) {
    return message.entries().stream()
        .anyMatch(entry -> entry instanceof Map<?, ?> map && map.containsKey("request"));
  }

  /** Whether a message holds a request with an intent. */
  static boolean hasIntent(RemoteThread.Message message) {
    return message.entries().stream()
        .anyMatch(entry ->
            entry instanceof Map<?, ?> map
                && map.get("request") instanceof Map<?, ?> request
                && request.get("intent") instanceof String intent
                && !intent.isBlank());
  }

  /** Value that an edit gives a key; empty for none or null. */
  static Optional<String> assigned(EnvelopeEdit edit, String key) {
    return edit.assignments().stream()
        .filter(each -> each.key().equals(key))
        .reduce((_, later) -> later)
        .map(EnvelopeEdit.Assignment::value);
  }

  static Map<String, @Nullable Object> envelope(
      RemoteThread thread,
      ThreadStatus status,
      @Nullable String executor,
      EnvelopeEdit edit,
      SyncState syncState) {
    Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
    envelope.put("ref", thread.ref().value());
    envelope.put("requestor", thread.requestor());
    envelope.put("executor", executor);
    envelope.put("status", status.code());
    envelope.put("created", thread.created());
    envelope.put("updated", RemoteThreads.instant(thread.state().updated()));
    envelope.put("intent", thread.intent());
    envelope.put(
        "priority", thread.priority() == null ? Priority.NORMAL.code() : thread.priority());
    edit.assignments().stream()
        .filter(each -> !each.key().equals("status") && !each.key().equals("executor"))
        .forEach(each -> envelope.put(each.key(), each.value()));
    envelope.put("history", history(thread, String.valueOf(envelope.get("requestor")), edit));
    envelope.put(SyncState.KEY, syncState.text());
    return envelope;
  }

  private static List<Map<String, Object>> history(
      RemoteThread thread, String requestor, EnvelopeEdit edit) {
    List<Map<String, Object>> history = new ArrayList<>();
    history.add(entry(new HistoryEntry(HistoryEntry.CREATED, thread.created(), requestor, null)));
    edit.history().forEach(each -> history.add(entry(each)));
    return history;
  }

  private static Map<String, Object> entry(HistoryEntry entry) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("action", entry.action());
    if (entry.at() != null) {
      values.put("at", entry.at());
    }
    if (entry.by() != null) {
      values.put("by", entry.by());
    }
    if (entry.note() != null) {
      values.put("note", entry.note());
    }
    return values;
  }
}
