package org.messgateway.adapter.slack;

import com.google.gson.JsonObject;
import org.messgateway.adapter.slack.SlackEvent.SlackOrigin;
import org.messgateway.api.MessageButton;

/**
 * The button behind a form, as Slack stores it with the form and returns it. People neither see nor
 * change it.
 */
record FormMetadata(
    String delivery,
    String action,
    String channel,
    String message,
    String thread,
    String responseUrl) {

  static FormMetadata of(SlackEvent.SlackPress press) {
    SlackOrigin origin = press.origin();
    return new FormMetadata(
        press.delivery(),
        press.action().form().map(MessageButton::code).orElse(""),
        origin.channel(),
        origin.message(),
        origin.thread(),
        origin.responseUrl());
  }

  static FormMetadata of(String metadata) {
    LenientJson note = LenientJson.of(metadata);
    return new FormMetadata(
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
