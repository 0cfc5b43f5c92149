package org.messgateway.gateway.exchange.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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

/** Writes messages and new threads, in block style with bare separators, as the reference does. */
public final class MessageWriter {

  /** The line between documents; nothing else splits them for the reference. */
  public static final String SEPARATOR = "---\n";

  private static final String EXCHANGE = "exchange";
  private static final String VERSION = "1.0.0";

  /** The version that brought {@code needed_by}. */
  private static final String VERSION_WITH_NEEDED_BY = "1.1.0";

  private MessageWriter() {}

  /**
   * One message document, without a separator, ending in a newline.
   *
   * @param channel null for the exchange's own messages
   * @param mess the payloads: maps, lists, texts, numbers, booleans, nulls and instants
   */
  public static byte[] message(
      String from,
      Instant received,
      @Nullable String channel,
      List<? extends Map<String, ?>> mess) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("from", from);
    document.put("received", received);
    if (channel != null) {
      document.put("channel", channel);
    }
    document.put("MESS", mess);
    return bytes(YamlWriter.write(document));
  }

  /**
   * The exchange's acknowledgement, as {@link #message} writes it; nearly every thread gets one.
   *
   * @param re what its requestor calls it, or {@code last}
   */
  public static byte[] acknowledgement(String re, String ref, Instant now) {
    String stamp = ScalarWriter.stamp(now);
    StringBuilder text = new StringBuilder(200).append("from: ").append(EXCHANGE);
    text.append("\nreceived: ").append(stamp).append("\nMESS:\n  - ack:\n");
    text.append("      re: ").append(ScalarWriter.block(re));
    text.append("\n      ref: ").append(ScalarWriter.block(ref));
    text.append("\n      received_at: ").append(stamp).append('\n');
    return bytes(text.toString());
  }

  /**
   * A file's content with one more document at its end.
   *
   * @param content of the file; its last line may lack a newline
   * @param message as {@link #message} makes it
   */
  public static byte[] append(byte[] content, byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + message.length + 8);
    out.writeBytes(content);
    if (content.length > 0 && content[content.length - 1] != '\n') {
      out.write('\n');
    }
    out.writeBytes(bytes(SEPARATOR));
    out.writeBytes(message);
    return out.toByteArray();
  }

  /**
   * A new thread: envelope, request, and the exchange's acknowledgement.
   *
   * @param ref the exchange's id of the thread
   */
  public static byte[] thread(String ref, NewRequest request, Instant now) {
    byte[] asked = message(request.requestor(), now, request.channel(), entries(request));
    return append(
        append(bytes(YamlWriter.write(envelope(ref, request, now))), asked),
        acknowledgement("last", ref, now));
  }

  /** A request as the entries of a message. */
  public static List<Map<String, Object>> entries(NewRequest request) {
    return List.of(Map.of("v", version(request)), Map.of("request", body(request)));
  }

  private static Map<String, @Nullable Object> envelope(
      String ref, NewRequest request, Instant now) {
    Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
    envelope.put("ref", ref);
    put(envelope, "client_id", request.id());
    envelope.put("requestor", request.requestor());
    envelope.put("executor", null);
    envelope.put("status", ThreadStatus.PENDING.code());
    envelope.put("created", now);
    envelope.put("updated", now);
    envelope.put("intent", request.intent());
    envelope.put("priority", priority(request));
    put(envelope, "needed_by", request.neededBy());
    envelope.put("history", List.of(created(request.requestor(), now)));
    return envelope;
  }

  private static Map<String, Object> created(String by, Instant now) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("action", HistoryEntry.CREATED);
    entry.put("at", now);
    entry.put("by", by);
    return entry;
  }

  private static Map<String, Object> body(NewRequest request) {
    Map<String, Object> body = new LinkedHashMap<>();
    put(body, "id", request.id());
    body.put("intent", request.intent());
    put(body, "requires", request.requires());
    put(body, "context", context(request));
    put(body, "constraints", constraints(request));
    put(body, "response_hint", request.responseHints());
    if (request.priority() != null) {
      body.put("priority", request.priority().code());
    }
    put(body, "needed_by", request.neededBy());
    return body;
  }

  private static List<Object> context(NewRequest request) {
    List<Object> context = new ArrayList<>();
    for (String each : request.context()) {
      context.add(DataUri.isOne(each) ? Map.of(kind(each), each) : each);
    }
    return context;
  }

  private static String kind(String dataUri) {
    return MediaReader.key(MediaReader.kindOfMime(DataUri.mime(dataUri)));
  }

  private static Map<String, Object> constraints(NewRequest request) {
    Map<String, Object> timing = new LinkedHashMap<>();
    put(timing, "not_before", request.notBefore());
    put(timing, "expires", request.expires());
    Map<String, Object> constraints = new LinkedHashMap<>();
    put(constraints, "timing", timing);
    put(constraints, "depends_on", request.dependsOn());
    return constraints;
  }

  private static String version(NewRequest request) {
    return request.neededBy() == null ? VERSION : VERSION_WITH_NEEDED_BY;
  }

  private static String priority(NewRequest request) {
    return Optional.ofNullable(request.priority()).orElse(Priority.NORMAL).code();
  }

  /** Absent values are not written. */
  private static <T extends @Nullable Object> void put(
      Map<String, T> map, String key, @Nullable T value) {
    boolean empty =
        value == null
            || (value instanceof List<?> list && list.isEmpty())
            || (value instanceof Map<?, ?> inner && inner.isEmpty());
    if (!empty) {
      map.put(key, value);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
