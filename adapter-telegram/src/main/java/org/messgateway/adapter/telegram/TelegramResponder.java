package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.InboundReply;
import org.messgateway.api.NotificationText;
import org.messgateway.api.PlainText;
import org.messgateway.api.text.Texts;

/**
 * Shows replies to people: as the answer to a press where there was one, else as a reply to their
 * message. The action counts whether or not the reply arrives.
 */
final class TelegramResponder {

  /** The length limit of the answer to a press (Bot API, answerCallbackQuery). */
  private static final int TOAST = 200;

  private final BotApiJsonClient api;
  private final BotIdentity bot;
  private final OpenPrompts prompts;

  TelegramResponder(BotApiJsonClient api, BotIdentity bot, OpenPrompts prompts) {
    this.api = api;
    this.bot = bot;
    this.prompts = prompts;
  }

  /** Shows a reply. Every press gets an answer, also an empty one. */
  void say(ReplyTarget replyTarget, InboundReply reply) {
    String sentence = NotificationText.plain(reply.sentence()).strip();
    String callback = replyTarget.callback();
    boolean shown =
        callback != null
            && toast(callback, sentence, !reply.accepted())
            && sentence.length() <= TOAST;
    if (!shown && !sentence.isEmpty() && !replyTarget.chat().isEmpty()) {
      api.ask(
          "sendMessage",
          message(replyTarget)
              .put("text", NotificationText.shortened(sentence, TelegramTextBuilder.LIMIT)));
    }
  }

  /** Asks a question; false when it could not be sent. */
  boolean ask(UpdateMeaning.PromptToAsk promptToAsk, Texts texts) {
    ReplyPrompt prompt = promptToAsk.prompt();
    ReplyTarget replyTarget = promptToAsk.replyTarget();
    ObjectNode message =
        message(replyTarget)
            .put("text", mention(promptToAsk, texts) + prompt.html(bot.username(), texts))
            .put("parse_mode", "HTML");
    message
        .putObject("reply_markup")
        .put("force_reply", true)
        .put("selective", true)
        .put("input_field_placeholder", prompt.placeholder(texts));
    if (api.ask("sendMessage", message) instanceof Success<JsonNode> success) {
      prompts.remember(replyTarget.chat(), success.result().path("message_id").asLong(), prompt);
      return true;
    }
    return false;
  }

  /** The mention of the person, because in a group the mentioned person gets the input field. */
  private static String mention(UpdateMeaning.PromptToAsk promptToAsk, Texts texts) {
    String name = promptToAsk.telegramUser().name();
    return promptToAsk.privately()
        ? ""
        : "<a href=\"tg://user?id=%s\">%s</a>: "
            .formatted(
                promptToAsk.telegramUser().id(),
                TelegramTextBuilder.escaped(
                    name == null ? texts.get("telegram.you") : PlainText.line(name)));
  }

  /** Answers a press; false when the press is too old for an answer. */
  private boolean toast(String callback, String sentence, boolean alert) {
    ObjectNode answer = api.parameters().put("callback_query_id", callback);
    if (!sentence.isEmpty()) {
      answer.put("text", NotificationText.shortened(sentence, TOAST)).put("show_alert", alert);
    }
    return !(api.ask("answerCallbackQuery", answer) instanceof ErrorAnswer<JsonNode>);
  }

  private ObjectNode message(ReplyTarget replyTarget) {
    ObjectNode message = api.parameters().put("chat_id", replyTarget.chat());
    message.putObject("link_preview_options").put("is_disabled", true);
    if (replyTarget.message() != 0) {
      message
          .putObject("reply_parameters")
          .put("message_id", replyTarget.message())
          .put("allow_sending_without_reply", true);
    }
    return message;
  }
}
