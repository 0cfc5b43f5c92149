package org.messgateway.adapter.telegram;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Links;
import org.messgateway.api.Notification;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.InlineKeyboardMarkup;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.buttons.InlineKeyboardButton;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.buttons.InlineKeyboardRow;

/**
 * The buttons below a message: those that act in one row, the link in the next.
 *
 * <p>{@code callback_data} is {@code <action>:<delivery id>}, at most 42 of the 64 bytes Telegram
 * gives it.
 */
final class Keyboard {

  private Keyboard() {}

  static @Nullable InlineKeyboardMarkup of(Notification notification) {
    List<InlineKeyboardRow> rows = new ArrayList<>();
    InlineKeyboardRow acting = acting(notification);
    if (!acting.isEmpty()) {
      rows.add(acting);
    }
    Links links = notification.links();
    if (links != null && canHold(links.page())) {
      rows.add(new InlineKeyboardRow(respond(links.page())));
    }
    return rows.isEmpty() ? null : InlineKeyboardMarkup.builder().keyboard(rows).build();
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
        .forEach(action -> row.add(button(action, notification.id())));
    return row;
  }

  private static InlineKeyboardButton button(Action action, String id) {
    return InlineKeyboardButton.builder()
        .text(action.label())
        .callbackData(action.code() + ":" + id)
        .build();
  }

  private static InlineKeyboardButton respond(URI page) {
    return InlineKeyboardButton.builder().text("Respond").url(page.toString()).build();
  }
}
