package org.messgateway.adapter.telegram;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Wording;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.InlineKeyboardMarkup;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.buttons.InlineKeyboardButton;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.buttons.InlineKeyboardRow;

/**
 * The buttons below a message: those that act in one row, the link in the next; below a message of
 * several tasks a row for each.
 *
 * <p>{@code callback_data} is {@code <action>:<delivery id>}, at most 42 of the 64 bytes Telegram
 * gives it.
 */
final class Keyboard {

  /** Of the 100 buttons that Telegram takes, two a row. */
  private static final int MOST_ROWS = 40;

  private static final int LABEL_LIMIT = 40;

  private Keyboard() {}

  static @Nullable InlineKeyboardMarkup of(Notification notification) {
    List<InlineKeyboardRow> rows =
        switch (notification.news()) {
          case News.Request _, News.Claimed _, News.Replied _, News.Reminder _ ->
              rows(notification);
          case News.Trouble _, News.Test _ -> rows(notification);
          case News.Digest digest -> rows(digest, notification.actions());
          // It is over for whoever reads this: nothing is left to press.
          case News.Taken _, News.Cancelled _, News.Expired _, News.Finished _ -> List.of();
        };
    return rows.isEmpty() ? null : InlineKeyboardMarkup.builder().keyboard(rows).build();
  }

  private static List<InlineKeyboardRow> rows(Notification notification) {
    List<InlineKeyboardRow> rows = new ArrayList<>();
    InlineKeyboardRow acting = acting(notification);
    if (!acting.isEmpty()) {
      rows.add(acting);
    }
    Links links = notification.links();
    if (links != null && canHold(links.page())) {
      rows.add(new InlineKeyboardRow(respond(links.page())));
    }
    return rows;
  }

  /** A row for each task: what can be done at once, and its page. */
  private static List<InlineKeyboardRow> rows(News.Digest digest, Set<Action> actions) {
    return digest.waiting().stream()
        .limit(MOST_ROWS)
        .map(waiting -> row(waiting, actions))
        .filter(row -> !row.isEmpty())
        .toList();
  }

  private static InlineKeyboardRow row(News.Waiting waiting, Set<Action> actions) {
    String intent = Wording.shortened(Wording.plain(waiting.intent()).strip(), LABEL_LIMIT);
    InlineKeyboardRow row = new InlineKeyboardRow();
    if (actions.contains(Action.CLAIM)) {
      row.add(button(Action.CLAIM, Action.CLAIM.label() + ": " + intent, waiting.delivery()));
    }
    URI page = waiting.page();
    if (page != null && canHold(page)) {
      row.add(row.isEmpty() ? link("Respond: " + intent, page) : respond(page));
    }
    return row;
  }

  /**
   * Whether Telegram lets a button point there: it refuses the whole message over a button to this
   * machine or to a name without a dot (BUTTON_URL_INVALID).
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
    notification.actions().stream()
        .sorted()
        .forEach(action -> row.add(button(action, action.label(), notification.id())));
    return row;
  }

  private static InlineKeyboardButton button(Action action, String label, String id) {
    return InlineKeyboardButton.builder()
        .text(label)
        .callbackData(action.code() + ":" + id)
        .build();
  }

  private static InlineKeyboardButton respond(URI page) {
    return link("Respond", page);
  }

  private static InlineKeyboardButton link(String label, URI page) {
    return InlineKeyboardButton.builder().text(label).url(page.toString()).build();
  }
}
