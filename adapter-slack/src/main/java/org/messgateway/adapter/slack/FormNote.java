package org.messgateway.adapter.slack;

import com.google.gson.JsonObject;
import org.messgateway.adapter.slack.SlackEvent.Scene;

/**
 * What a form remembers of the button it stands behind. Slack keeps it and gives it back; people
 * neither see nor change it.
 */
record FormNote(
    String delivery,
    String action,
    String channel,
    String message,
    String thread,
    String responseUrl) {

  static FormNote of(SlackEvent.Pressed pressed) {
    Scene scene = pressed.scene();
    return new FormNote(
        pressed.delivery(),
        pressed.action().code(),
        scene.channel(),
        scene.message(),
        scene.thread(),
        scene.responseUrl());
  }

  static FormNote of(String metadata) {
    Parsed note = Parsed.of(metadata);
    return new FormNote(
        note.at("delivery").text(),
        note.at("action").text(),
        note.at("channel").text(),
        note.at("message").text(),
        note.at("thread").text(),
        note.at("response_url").text());
  }

  String metadata() {
    JsonObject note = new JsonObject();
    note.addProperty("delivery", delivery);
    note.addProperty("action", action);
    note.addProperty("channel", channel);
    note.addProperty("message", message);
    note.addProperty("thread", thread);
    note.addProperty("response_url", responseUrl);
    return note.toString();
  }
}
