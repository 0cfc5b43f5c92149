package org.messgateway.gateway.exchange.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.format.MessageWriter;

/** Fits a body into its limit: files become links, then data URIs, largest first. */
final class ThreadBody {

  /** Bytes of a link; replacing a shorter data URI would make the body larger. */
  private static final int WEIGHT_OF_A_LINK = 512;

  private static final byte[] SEPARATOR =
      MessageWriter.SEPARATOR.getBytes(StandardCharsets.US_ASCII);

  private static final ObjectMapper JSON = new ObjectMapper();

  private record Candidate(ViewedMessage message, MediaNode node) {}

  private final Document envelope;
  private final List<ViewedMessage> messages;
  private final FileReferences files;

  ThreadBody(Document envelope, List<ViewedMessage> messages, FileReferences files) {
    this.envelope = envelope;
    this.messages = messages;
    this.files = files;
  }

  byte[] yaml(int maxBytes) {
    return within(maxBytes, this::yaml);
  }

  byte[] json(int maxBytes) {
    return within(maxBytes, this::json);
  }

  private byte[] within(int maxBytes, Supplier<byte[]> form) {
    messages.forEach(files::replaceFiles);
    byte[] body = form.get();
    while (body.length > maxBytes && replaceInline((long) body.length - maxBytes)) {
      body = form.get();
    }
    return body;
  }

  /**
   * Replaces data URIs until {@code excess} bytes are saved.
   *
   * @return whether any was left to replace
   */
  private boolean replaceInline(long excess) {
    long saved = 0;
    for (Candidate each : largestFirst()) {
      if (saved < excess) {
        each.message().replace(each.node(), files.inline(each.message(), each.node()));
        saved += each.node().weight() - WEIGHT_OF_A_LINK;
      }
    }
    return saved > 0;
  }

  private List<Candidate> largestFirst() {
    List<Candidate> candidates = new ArrayList<>();
    for (ViewedMessage message : messages) {
      message.places().stream()
          .filter(node -> node.weight() > WEIGHT_OF_A_LINK && !message.isReplaced(node))
          .forEach(node -> candidates.add(new Candidate(message, node)));
    }
    candidates.sort(Comparator.comparingInt((Candidate each) -> each.node().weight()).reversed());
    return candidates;
  }

  /** {@code {"envelope": …, "messages": […]}}. */
  private byte[] json() {
    List<@Nullable Object> values = new ArrayList<>();
    messages.forEach(message -> values.add(message.rewriting().value()));
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("envelope", ViewedMessage.reread(envelope, false).value());
    body.put("messages", values);
    return bytes(body);
  }

  /** Through a string, which accepts a text with half a surrogate pair. */
  private static byte[] bytes(Map<String, @Nullable Object> body) {
    try {
      return JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("plain values can be written as JSON", impossible);
    }
  }

  /** Documents as on disk with bare separators between them, ending in a newline. */
  private byte[] yaml() {
    int size = envelope.length() + 1;
    for (ViewedMessage message : messages) {
      size += SEPARATOR.length + message.document().length() + 1;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(size);
    add(envelope, out);
    for (ViewedMessage message : messages) {
      out.writeBytes(SEPARATOR);
      if (message.isUntouched()) {
        add(message.document(), out);
      } else {
        add(Document.whole(message.document().file().name(), message.rewriting().bytes()), out);
      }
    }
    return out.toByteArray();
  }

  private static void add(Document document, ByteArrayOutputStream out) {
    try {
      document.writeTo(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory cannot fail to be written", impossible);
    }
    if (!document.endsInNewline()) {
      out.write('\n');
    }
  }
}
