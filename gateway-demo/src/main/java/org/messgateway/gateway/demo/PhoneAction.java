package org.messgateway.gateway.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A person's action on a phone of the demonstration.
 *
 * @param deed press, send or form
 * @param message id of the message that was acted on; empty for none
 * @param button payload of the button
 * @param text of the person
 * @param photo name of a sample picture; empty for none
 * @param fields values of a form
 */
record PhoneAction(
    String deed,
    String message,
    String button,
    String text,
    String photo,
    Map<String, String> fields) {

  PhoneAction {
    fields = Map.copyOf(fields);
  }

  static PhoneAction of(JsonNode json) {
    Map<String, String> fields = new LinkedHashMap<>();
    json.path("fields")
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
    return new PhoneAction(
        json.path("deed").asText(),
        json.path("message").asText(),
        json.path("button").asText(),
        json.path("text").asText(),
        json.path("photo").asText(),
        fields);
  }

  static PhoneAction press(String message, String button) {
    return new PhoneAction("press", message, button, "", "", Map.of());
  }

  /** A text or photo in answer to a message. */
  static PhoneAction send(String message, String text, String photo) {
    return new PhoneAction("send", message, "", text, photo, Map.of());
  }
}
