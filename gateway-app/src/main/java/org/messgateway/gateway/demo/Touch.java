package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What somebody does at a phone of the demonstration.
 *
 * @param deed press, send or form
 * @param message the message it was done to; empty for none
 * @param button what the button carries
 * @param text what was written
 * @param photo name of a sample picture; empty for none
 * @param fields what a form was filled in with
 */
record Touch(
    String deed,
    String message,
    String button,
    String text,
    String photo,
    Map<String, String> fields) {

  Touch {
    fields = Map.copyOf(fields);
  }

  static Touch of(JsonNode json) {
    Map<String, String> fields = new LinkedHashMap<>();
    json.path("fields")
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
    return new Touch(
        json.path("deed").asText(),
        json.path("message").asText(),
        json.path("button").asText(),
        json.path("text").asText(),
        json.path("photo").asText(),
        fields);
  }

  static Touch press(String message, String button) {
    return new Touch("press", message, button, "", "", Map.of());
  }

  /** A text or photo in answer to a message. */
  static Touch send(String message, String text, String photo) {
    return new Touch("send", message, "", text, photo, Map.of());
  }
}
