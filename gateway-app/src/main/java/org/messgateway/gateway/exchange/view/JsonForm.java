package org.messgateway.gateway.exchange.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.Document;

/** {@code {"envelope": …, "messages": […]}}. */
final class JsonForm implements Form {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Document envelope;

  JsonForm(Document envelope) {
    this.envelope = envelope;
  }

  @Override
  public byte[] write(List<ViewedMessage> messages) {
    List<@Nullable Object> values = new ArrayList<>();
    messages.forEach(message -> values.add(message.rewriting().value()));
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("envelope", ViewedMessage.reread(envelope).value());
    body.put("messages", values);
    return bytes(body);
  }

  /** By way of a string: a text with half a surrogate pair is no reason to fail. */
  private static byte[] bytes(Map<String, @Nullable Object> body) {
    try {
      return JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("plain values can be written as JSON", impossible);
    }
  }
}
