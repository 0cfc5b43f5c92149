package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.messgateway.adapter.telegram.Answer.Refused;
import org.messgateway.adapter.telegram.Answer.Taken;
import org.messgateway.api.Heard;
import org.messgateway.api.Wording;

/**
 * Shows people what is said to what they did: by the press of a button where there was one, else
 * below their message. What was done counts whether or not this arrives.
 */
final class Voice {

  /** Of an answer to the press of a button (Bot API, answerCallbackQuery). */
  private static final int TOAST = 200;

  private final BotApi api;
  private final Identity bot;
  private final Prompts prompts;

  Voice(BotApi api, Identity bot, Prompts prompts) {
    this.api = api;
    this.bot = bot;
    this.prompts = prompts;
  }

  /** Says it; every press gets its answer, said something or not. */
  void say(Spot spot, Heard heard) {
    String sentence = Wording.plain(heard.sentence()).strip();
    String callback = spot.callback();
    boolean shown =
        callback != null && toast(callback, sentence, !heard.taken()) && sentence.length() <= TOAST;
    if (!shown && !sentence.isEmpty() && !spot.chat().isEmpty()) {
      api.ask("sendMessage", message(spot).put("text", Wording.shortened(sentence, Text.LIMIT)));
    }
  }

  /** Asks, and remembers what for; false when it could not be asked. */
  boolean ask(Meaning.Question question) {
    Prompt prompt = question.prompt();
    Spot spot = question.spot();
    ObjectNode message =
        message(spot)
            .put("text", whom(question) + prompt.html(bot.username()))
            .put("parse_mode", "HTML");
    message
        .putObject("reply_markup")
        .put("force_reply", true)
        .put("selective", true)
        .put("input_field_placeholder", prompt.placeholder());
    if (api.ask("sendMessage", message) instanceof Taken<JsonNode> taken) {
      prompts.asked(spot.chat(), taken.result().path("message_id").asLong(), prompt);
      return true;
    }
    return false;
  }

  /** In a group the question is for one: whoever is named gets the field to answer in. */
  private static String whom(Meaning.Question question) {
    String name = question.person().name();
    return question.privately()
        ? ""
        : "<a href=\"tg://user?id=%s\">%s</a>: "
            .formatted(question.person().id(), Text.escaped(name == null ? "You" : name));
  }

  /** False when the press is too old to be answered, so that it is said otherwise. */
  private boolean toast(String callback, String sentence, boolean alert) {
    ObjectNode answer = api.parameters().put("callback_query_id", callback);
    if (!sentence.isEmpty()) {
      answer.put("text", Wording.shortened(sentence, TOAST)).put("show_alert", alert);
    }
    return !(api.ask("answerCallbackQuery", answer) instanceof Refused<JsonNode>);
  }

  private ObjectNode message(Spot spot) {
    ObjectNode message = api.parameters().put("chat_id", spot.chat());
    message.putObject("link_preview_options").put("is_disabled", true);
    if (spot.message() != 0) {
      message
          .putObject("reply_parameters")
          .put("message_id", spot.message())
          .put("allow_sending_without_reply", true);
    }
    return message;
  }
}
