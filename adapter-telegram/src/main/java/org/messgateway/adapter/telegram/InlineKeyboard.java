package org.messgateway.adapter.telegram;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationText;
import org.messgateway.api.PlainText;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.text.Texts;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.InlineKeyboardMarkup;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.buttons.InlineKeyboardButton;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.buttons.InlineKeyboardRow;

/**
 * The buttons of a message: the answers, the actions in one row and the link in the next; for a
 * digest one row per task.
 *
 * <p>{@code callback_data} is {@code <button or answer>:<delivery id>}, at most 53 of Telegram's 64
 * bytes.
 */
final class InlineKeyboard {

  /** The number of rows: Telegram accepts 100 buttons, and a row has two. */
  private static final int MOST_ROWS = 40;

  private static final int LABEL_LIMIT = 40;

  /** The characters of one row on a small phone, and those that the edge of a button takes. */
  private static final int ROW_WIDTH = 34;

  private static final int BUTTON_EDGE = 4;

  private InlineKeyboard() {}

  static @Nullable InlineKeyboardMarkup of(Notification notification) {
    List<InlineKeyboardRow> rows =
        switch (notification.content()) {
          case NotificationContent.TaskRequest _,
              NotificationContent.ClaimedByReader _,
              NotificationContent.AgentReply _,
              NotificationContent.TaskReminder _ ->
              rows(notification);
          case NotificationContent.GatewayTrouble _, NotificationContent.ChannelTest _ ->
              rows(notification);
          case NotificationContent.TaskDigest digest -> rows(digest, notification);
          // It is over for whoever reads this: nothing is left to press.
          case NotificationContent.TakenByOther _,
              NotificationContent.TaskCancelled _,
              NotificationContent.TaskExpired _,
              NotificationContent.TaskFinished _ ->
              List.of();
          // For agents, which have no buttons.
          case NotificationContent.TaskNews _ -> List.of();
        };
    return rows.isEmpty() ? null : InlineKeyboardMarkup.builder().keyboard(rows).build();
  }

  /** One row per task: the action that works at once, and the task's page. */
  private static List<InlineKeyboardRow> rows(Notification notification) {
    List<InlineKeyboardRow> rows = answering(notification);
    InlineKeyboardRow acting = acting(notification);
    if (!acting.isEmpty()) {
      rows.add(acting);
    }
    TaskLinks links = notification.links();
    if (links != null && canHold(links.page())) {
      rows.add(new InlineKeyboardRow(respond(links.page(), texts(notification))));
    }
    return rows;
  }

  /** The answers, as many in a row as a phone shows whole. */
  private static List<InlineKeyboardRow> answering(Notification notification) {
    List<InlineKeyboardRow> rows = new ArrayList<>();
    int room = 0;
    for (AnswerButton answer : AnswerButton.shown(notification)) {
      String label = PlainText.line(answer.label(texts(notification)));
      int width = label.length() + BUTTON_EDGE;
      if (width > room) {
        rows.add(new InlineKeyboardRow());
        room = ROW_WIDTH;
      }
      room -= width;
      rows.getLast().add(button(answer.code(), label, notification.id()));
    }
    return rows;
  }

  private static Texts texts(Notification notification) {
    return notification.recipient().texts();
  }

  /** A row for each task: what can be done at once, and its page. */
  private static List<InlineKeyboardRow> rows(
      NotificationContent.TaskDigest digest, Notification notification) {
    boolean claimable = notification.buttons().contains(MessageButton.CLAIM);
    return digest.entries().stream()
        .limit(MOST_ROWS)
        .map(entry -> row(entry, claimable, texts(notification)))
        .filter(row -> !row.isEmpty())
        .toList();
  }

  private static InlineKeyboardRow row(
      NotificationContent.DigestEntry entry, boolean claimable, Texts texts) {
    String intent =
        NotificationText.shortened(NotificationText.plain(entry.intent()).strip(), LABEL_LIMIT);
    InlineKeyboardRow row = new InlineKeyboardRow();
    if (claimable) {
      String claim = MessageButton.CLAIM.label(texts) + ": " + intent;
      row.add(button(MessageButton.CLAIM.code(), claim, entry.delivery()));
    }
    URI page = entry.page();
    if (page != null && canHold(page)) {
      row.add(
          row.isEmpty() ? link(texts.get("telegram.respond", intent), page) : respond(page, texts));
    }
    return row;
  }

  /**
   * Whether Telegram accepts the URL in a button. It refuses a whole message whose button leads to
   * this machine or to a name without a dot (BUTTON_URL_INVALID).
   */
  static boolean canHold(URI url) {
    String host = url.getHost();
    boolean web = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
    return web
        && host != null
        && host.contains(".")
        && !host.startsWith("127.")
        && !host.equals("0.0.0.0")
        && !host.startsWith("[")
        && !host.endsWith(".localhost");
  }

  private static InlineKeyboardRow acting(Notification notification) {
    InlineKeyboardRow row = new InlineKeyboardRow();
    notification.buttons().stream()
        .sorted()
        .forEach(button ->
            row.add(button(button.code(), button.label(texts(notification)), notification.id())));
    return row;
  }

  private static InlineKeyboardButton button(String code, String label, String id) {
    return InlineKeyboardButton.builder().text(label).callbackData(code + ":" + id).build();
  }

  private static InlineKeyboardButton respond(URI page, Texts texts) {
    return link(texts.get("button.respond"), page);
  }

  private static InlineKeyboardButton link(String label, URI page) {
    return InlineKeyboardButton.builder().text(label).url(page.toString()).build();
  }
}
