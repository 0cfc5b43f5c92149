package org.messgateway.gateway.answer;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.protocol.ProtocolVersion;
import org.messgateway.gateway.protocol.StatusCodes;

/**
 * A request of an agent as a thread: its own words kept, whatever keys they have.
 *
 * @param version what the agent's message said, or the protocol's first
 * @param beyond told to the agent where that version is not known here; null where it is
 * @param more further entries of the message, of unknown types
 * @param uploads that lie beside the thread, by their names there
 * @param contents the same, of bytes
 */
record NewTask(
    String agent,
    @Nullable String channel,
    Instant at,
    Object version,
    @Nullable String beyond,
    Map<String, @Nullable Object> request,
    List<Map<String, @Nullable Object>> more,
    Map<String, Upload> uploads,
    Map<String, byte[]> contents)
    implements NewThread {

  NewTask(
      String agent, @Nullable String channel, Instant at, Map<String, @Nullable Object> request) {
    this(agent, channel, at, ProtocolVersion.DEFAULT, null, request, List.of(), Map.of(), Map.of());
  }

  /** The same as asked for at another time. */
  NewTask at(Instant other) {
    return new NewTask(agent, channel, other, version, beyond, request, more, uploads, contents);
  }

  /** The same in another version. */
  NewTask inVersion(Object other, @Nullable String sentence) {
    return new NewTask(agent, channel, at, other, sentence, request, more, uploads, contents);
  }

  /** The same with further entries. */
  NewTask with(List<Map<String, @Nullable Object>> further) {
    return new NewTask(agent, channel, at, version, beyond, request, further, uploads, contents);
  }

  /** The same with files, which its words name. */
  NewTask with(Map<String, @Nullable Object> words, Map<String, Upload> beside) {
    return new NewTask(agent, channel, at, version, beyond, words, more, beside, contents);
  }

  private static final String CONTEXT = "context";

  /** Keys of v1.1 that stand in the envelope too, after history as the reference writes them. */
  private static final List<String> COPIED = List.of("needed_by", "confirm_before");

  @Nullable String id() {
    Object id = request.get("id");
    return id == null ? null : id.toString();
  }

  String intent() {
    return String.valueOf(request.get("intent"));
  }

  /** The same with large data beside it. */
  @Override
  public NewTask externalized() {
    LargeContent large = new LargeContent(uploads.size());
    Map<String, @Nullable Object> words = new LinkedHashMap<>(request);
    if (request.containsKey(CONTEXT)) {
      words.put(CONTEXT, large.without(request.get(CONTEXT)));
    }
    return large.files().isEmpty()
        ? this
        : new NewTask(agent, channel, at, version, beyond, words, more, uploads, large.files());
  }

  @Override
  public Map<String, byte[]> attachments(Ref ref) {
    return contents;
  }

  /** Whether a thread holds this request, word for word. */
  boolean asksAs(LoadedThread thread) {
    NewTask stored = externalized();
    return isIn(thread) || (!stored.equals(this) && stored.isIn(thread));
  }

  /** Whether a thread is about this task, whatever became of it. */
  boolean isOf(Envelope envelope) {
    return agent.equals(envelope.requestor())
        && intent().equals(envelope.intent())
        && Objects.equals(id(), envelope.clientId());
  }

  private boolean isIn(LoadedThread thread) {
    byte[] own = MessageWriter.message(agent, at, channel, List.of(Map.of("request", request)));
    return thread.parsed().messages().stream()
        .map(document -> asked(document.bytes()))
        .flatMap(Optional::stream)
        .findFirst()
        .equals(asked(own));
  }

  /** The first request in a message document. */
  private static Optional<Object> asked(byte[] document) {
    try {
      return MessBody.read(document).stream()
          .flatMap(entry -> Optional.ofNullable(entry.get("request")).stream())
          .findFirst();
    } catch (ThreadFormatException e) {
      // Not a message of requests.
      return Optional.empty();
    }
  }

  @Override
  public byte[] documents(Ref ref) {
    return documents(ref, null, List.of());
  }

  /**
   * The same as the exchange begins it.
   *
   * @param executor whom the exchange chose; null for nobody
   * @param history entries after the first
   */
  byte[] documents(Ref ref, @Nullable String executor, List<HistoryEntry> history) {
    byte[] envelope =
        YamlWriter.write(envelope(ref, executor, history)).getBytes(StandardCharsets.UTF_8);
    List<Map<String, ?>> said = new ArrayList<>();
    said.add(Map.of("v", version));
    said.add(Map.of("request", request));
    said.addAll(more);
    byte[] asked = MessageWriter.message(agent, at, channel, said);
    List<Map<String, ?>> told = new ArrayList<>();
    told.add(Map.of("ack", ack(ref)));
    if (beyond != null) {
      told.add(Map.of("status", received(beyond)));
    }
    byte[] acknowledged = MessageWriter.message("exchange", at, null, told);
    return MessageWriter.append(MessageWriter.append(envelope, asked), acknowledged);
  }

  private Map<String, @Nullable Object> envelope(
      Ref ref, @Nullable String executor, List<HistoryEntry> more) {
    Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
    envelope.put("ref", ref.value());
    if (id() != null) {
      envelope.put("client_id", id());
    }
    envelope.put("requestor", agent);
    envelope.put("executor", executor);
    envelope.put("status", ThreadStatus.PENDING.code());
    envelope.put("created", at);
    envelope.put("updated", at);
    envelope.put("intent", intent());
    envelope.put(
        "priority",
        request.getOrDefault("priority", Priority.NORMAL.code()) instanceof String priority
            ? priority
            : Priority.NORMAL.code());
    List<Map<String, @Nullable Object>> history = new ArrayList<>();
    history.add(entry(new HistoryEntry(HistoryEntry.CREATED, at, agent, null)));
    more.forEach(each -> history.add(entry(each)));
    envelope.put("history", history);
    for (String key : COPIED) {
      if (request.get(key) != null) {
        envelope.put(key, request.get(key));
      }
    }
    return envelope;
  }

  private String own() {
    return id() == null ? ThreadReferences.LAST : String.valueOf(id());
  }

  private Map<String, Object> received(String message) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("re", own());
    status.put("code", StatusCodes.RECEIVED);
    status.put("message", message);
    return status;
  }

  private static Map<String, @Nullable Object> entry(HistoryEntry each) {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("action", each.action());
    entry.put("at", each.at());
    entry.put("by", each.by());
    if (each.note() != null) {
      entry.put("note", each.note());
    }
    return entry;
  }

  private Map<String, Object> ack(Ref ref) {
    Map<String, Object> ack = new LinkedHashMap<>();
    ack.put("re", own());
    ack.put("ref", ref.value());
    ack.put("received_at", at);
    return ack;
  }
}
