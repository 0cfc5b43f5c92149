package org.messgateway.adapter.telegram;

import java.io.Serializable;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Receipt;
import org.messgateway.api.Wording;
import org.messgateway.api.mess.Priority;
import org.telegram.telegrambots.meta.api.methods.botapimethods.BotApiMethod;
import org.telegram.telegrambots.meta.api.methods.send.SendMessage;
import org.telegram.telegrambots.meta.api.methods.updatingmessages.EditMessageText;
import org.telegram.telegrambots.meta.api.objects.LinkPreviewOptions;
import org.telegram.telegrambots.meta.api.objects.ReplyParameters;
import org.telegram.telegrambots.meta.api.objects.message.Message;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.InlineKeyboardMarkup;

/**
 * A notification as Telegram shows it.
 *
 * @param html in Telegram's HTML
 * @param plain the same words without markup
 * @param keyboard buttons below; null for none
 * @param silent whether it arrives without a sound
 * @param earlier the message that this one answers to; null for none
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
  private static final int MOST_FACTS = 5;

  /** Renders; pure. */
  static TelegramMessage of(Notification notification, Instant now) {
    Wording wording = Wording.of(notification, now);
    Text text = new Text();
    head(text, notification, wording);
    wording.facts().stream()
        .filter(fact -> !fact.isBlank())
        .limit(MOST_FACTS)
        .forEach(fact -> text.line(fact, FACT_LIMIT));
    if (notification.news() instanceof News.Digest digest) {
      list(text, digest, wording.context());
    } else {
      link(text, notification);
      text.rest(wording.context());
    }
    return new TelegramMessage(
        text.html(),
        text.plain(),
        Keyboard.of(notification),
        silent(notification),
        notification.manner().earlier());
  }

  private static boolean silent(Notification notification) {
    return notification.manner().silent()
        || notification.thread().priority() == Priority.BACKGROUND;
  }

  /** One line a task, with its link where no button can hold it; how many more last. */
  private static void list(Text text, News.Digest digest, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      boolean task = i < digest.waiting().size();
      text.line(task ? "• " + lines.get(i) : lines.get(i), FACT_LIMIT);
      URI page = task ? digest.waiting().get(i).page() : null;
      if (page != null && !Keyboard.canHold(page)) {
        text.line("Respond: " + page, page.toString().length() + FACT_LIMIT);
      }
    }
  }

  private static void head(Text text, Notification notification, Wording wording) {
    String title = title(notification);
    if (notification.news() instanceof News.Request) {
      String intent = Wording.shortened(wording.headline(), HEADLINE_LIMIT);
      text.bold("🔔 " + title + " Request");
      text.gap();
      text.bold(Wording.quoted(intent));
    } else {
      text.bold(title);
      text.line(wording.headline(), HEADLINE_LIMIT);
    }
  }

  /** A link that no button can hold stands in the text. */
  private static void link(Text text, Notification notification) {
    Links links = isOver(notification.news()) ? null : notification.links();
    if (links != null && !Keyboard.canHold(links.page())) {
      text.line("Respond: " + links.page(), links.page().toString().length() + FACT_LIMIT);
    }
  }

  private static boolean isOver(News news) {
    return news instanceof News.Taken
        || news instanceof News.Cancelled
        || news instanceof News.Expired
        || news instanceof News.Finished;
  }

  private static String title(Notification notification) {
    String title = Wording.plain(notification.title()).strip();
    return title.isEmpty() ? "MESS" : Wording.shortened(title, TITLE_LIMIT);
  }

  /** The request that sends it. */
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

  /** Sent all the same when the earlier message is gone; none when that was in another chat. */
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

  /** The request that puts it in the place of one that was sent. */
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
