package org.messgateway.adapter.telegram;

import java.io.Serializable;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.MarkedText;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationText;
import org.messgateway.api.Receipt;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.text.Texts;
import org.telegram.telegrambots.meta.api.methods.botapimethods.BotApiMethod;
import org.telegram.telegrambots.meta.api.methods.send.SendMessage;
import org.telegram.telegrambots.meta.api.methods.updatingmessages.EditMessageText;
import org.telegram.telegrambots.meta.api.objects.LinkPreviewOptions;
import org.telegram.telegrambots.meta.api.objects.ReplyParameters;
import org.telegram.telegrambots.meta.api.objects.message.Message;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.InlineKeyboardMarkup;

/**
 * A notification as a Telegram message.
 *
 * @param html the text in Telegram's HTML
 * @param plain the same words without markup
 * @param keyboard the buttons; null for none
 * @param silent whether the message arrives without a sound
 * @param earlier the message that this one replies to; null for none
 */
record TelegramMessage(
    String html,
    String plain,
    @Nullable InlineKeyboardMarkup keyboard,
    boolean silent,
    @Nullable Receipt earlier) {

  private static final String HTML = "HTML";
  private static final int TITLE_LIMIT = 100;
  private static final int HEADLINE_LIMIT = 2_400;
  private static final int FACT_LIMIT = 200;
  private static final int MOST_FACTS = 10;

  /** Headline and facts together: what is left holds the title and a link. */
  private static final int HEAD_LIMIT = 3_400;

  /** Renders a notification without I/O. */
  static TelegramMessage of(Notification notification, Instant now) {
    NotificationText notificationText = NotificationText.of(notification, now);
    TelegramTextBuilder telegramTextBuilder = new TelegramTextBuilder();
    head(telegramTextBuilder, notification, notificationText);
    notificationText.facts().stream()
        .filter(fact -> !fact.isBlank())
        .limit(MOST_FACTS)
        .forEach(fact -> telegramTextBuilder.line(fact, FACT_LIMIT));
    if (notification.content() instanceof NotificationContent.TaskDigest digest) {
      list(
          telegramTextBuilder,
          digest,
          notificationText.context(),
          notification.recipient().texts());
    } else {
      link(telegramTextBuilder, notification);
      String how =
          notification.takesReplies() ? notification.recipient().texts().get("notice.how") : "";
      telegramTextBuilder.rest(notificationText.context(), how);
    }
    return new TelegramMessage(
        telegramTextBuilder.html(),
        telegramTextBuilder.plain(),
        InlineKeyboard.of(notification),
        silent(notification),
        notification.options().replyTo());
  }

  private static boolean silent(Notification notification) {
    return notification.options().silent()
        || notification.thread().priority() == Priority.BACKGROUND;
  }

  /**
   * Adds one line per task, with its link where no button can hold it, and the number of further
   * tasks.
   */
  private static void list(
      TelegramTextBuilder telegramTextBuilder,
      NotificationContent.TaskDigest digest,
      List<String> lines,
      Texts texts) {
    for (int i = 0; i < lines.size(); i++) {
      boolean task = i < digest.entries().size();
      telegramTextBuilder.line(task ? "• " + lines.get(i) : lines.get(i), FACT_LIMIT);
      URI page = task ? digest.entries().get(i).page() : null;
      if (page != null && !InlineKeyboard.canHold(page)) {
        telegramTextBuilder.line(
            texts.get("telegram.respond", page), page.toString().length() + FACT_LIMIT);
      }
    }
  }

  private static void head(
      TelegramTextBuilder telegramTextBuilder,
      Notification notification,
      NotificationText notificationText) {
    String title = title(notification);
    if (notification.content() instanceof NotificationContent.TaskRequest) {
      int facts = Math.min(MOST_FACTS, notificationText.facts().size()) * FACT_LIMIT;
      int limit = Math.min(HEADLINE_LIMIT, HEAD_LIMIT - facts);
      String intent = NotificationText.shortened(notificationText.headline(), limit);
      telegramTextBuilder.bold(
          "🔔 " + notification.recipient().texts().get("telegram.request", title));
      telegramTextBuilder.gap();
      telegramTextBuilder.bold(NotificationText.quoted(intent));
    } else {
      telegramTextBuilder.bold(title);
      String headline = NotificationText.shortened(notificationText.headline(), HEADLINE_LIMIT);
      telegramTextBuilder.line(MarkedText.plain(headline), HEADLINE_LIMIT);
    }
  }

  /** Adds a link that no button can hold to the text. */
  private static void link(TelegramTextBuilder telegramTextBuilder, Notification notification) {
    TaskLinks links = isOver(notification.content()) ? null : notification.links();
    if (links != null && !InlineKeyboard.canHold(links.page())) {
      telegramTextBuilder.line(
          notification.recipient().texts().get("telegram.respond", links.page()),
          links.page().toString().length() + FACT_LIMIT);
    }
  }

  private static boolean isOver(NotificationContent content) {
    return content instanceof NotificationContent.TakenByOther
        || content instanceof NotificationContent.TaskCancelled
        || content instanceof NotificationContent.TaskExpired
        || content instanceof NotificationContent.TaskFinished;
  }

  private static String title(Notification notification) {
    String title = NotificationText.plain(notification.title()).strip();
    return title.isEmpty() ? "MESS" : NotificationText.shortened(title, TITLE_LIMIT);
  }

  /** The text, and the labels of the buttons in their rows. */
  String preview() {
    Stream<String> rows =
        keyboard == null
            ? Stream.empty()
            : keyboard.getKeyboard().stream()
                .map(row ->
                    row.stream()
                        .map(button -> "[" + button.getText() + "]")
                        .collect(Collectors.joining(" ")));
    return Stream.concat(Stream.of(plain), rows).collect(Collectors.joining("\n"));
  }

  /** The request that sends the message. */
  BotApiMethod<Message> send(String chat, boolean markup) {
    return SendMessage.builder()
        .chatId(chat)
        .text(markup ? html : plain)
        .parseMode(markup ? HTML : null)
        .linkPreviewOptions(noPreview())
        .disableNotification(silent ? true : null)
        .replyParameters(replyIn(chat))
        .replyMarkup(keyboard)
        .build();
  }

  /**
   * The reference to the earlier message; null when that is in another chat. Telegram sends the
   * message also when the earlier one is gone.
   */
  private @Nullable ReplyParameters replyIn(String chat) {
    boolean here =
        earlier != null
            && earlier.part(TelegramAdapter.CHAT).equals(chat)
            && TelegramAdapter.namesAMessage(earlier);
    return earlier == null || !here
        ? null
        : ReplyParameters.builder()
            .messageId(Integer.valueOf(earlier.part(TelegramAdapter.MESSAGE)))
            .allowSendingWithoutReply(true)
            .build();
  }

  /** The request that replaces a sent message. */
  BotApiMethod<Serializable> edit(Receipt receipt, boolean markup) {
    return EditMessageText.builder()
        .chatId(receipt.part(TelegramAdapter.CHAT))
        .messageId(Integer.valueOf(receipt.part(TelegramAdapter.MESSAGE)))
        .text(markup ? html : plain)
        .parseMode(markup ? HTML : null)
        .linkPreviewOptions(noPreview())
        .replyMarkup(keyboard)
        .build();
  }

  private static LinkPreviewOptions noPreview() {
    return LinkPreviewOptions.builder().isDisabled(true).build();
  }
}
