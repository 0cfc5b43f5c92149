package org.messgateway.adapter.slack;

import com.slack.api.model.block.composition.PlainTextObject;
import com.slack.api.model.block.element.ButtonElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.Notification;

/** The buttons of a message: those that would work now, and the link that opens the task. */
final class SlackButtons {

  private static final int URL_LIMIT = 3_000;

  private SlackButtons() {}

  /** None when it is over: there is nothing left to press. */
  static List<ButtonElement> of(Notification notification) {
    List<ButtonElement> buttons = new ArrayList<>();
    switch (notification.kind()) {
      case TAKEN, CANCELLED, EXPIRED, FINISHED, DIGEST -> {
        return List.of();
      }
      case REQUEST, CLAIMED, REPLY, REMINDER, TROUBLE, TEST -> {
        notification.actions().stream()
            .sorted()
            .forEach(action -> buttons.add(acting(action, notification.id())));
        page(notification.links())
            .map(url -> link("Respond", "respond", url))
            .ifPresent(buttons::add);
      }
    }
    return buttons;
  }

  /** One for one task of several: takes it, or opens it where that would not work. */
  static Optional<ButtonElement> of(Notification notification, News.Waiting waiting) {
    if (notification.actions().contains(Action.CLAIM)) {
      return Optional.of(acting(Action.CLAIM, waiting.delivery()));
    }
    return Optional.ofNullable(waiting.page())
        .map(URI::toString)
        .filter(url -> url.length() <= URL_LIMIT)
        .map(url -> link("Open", "open", url));
  }

  private static ButtonElement acting(Action action, String delivery) {
    return ButtonElement.builder()
        .text(label(action.label()))
        .actionId(action.code())
        .value(delivery)
        .style(action == Action.CLAIM ? "primary" : null)
        .build();
  }

  private static ButtonElement link(String words, String id, String url) {
    return ButtonElement.builder().text(label(words)).actionId(id).url(url).build();
  }

  private static PlainTextObject label(String text) {
    return PlainTextObject.builder().text(text).build();
  }

  private static Optional<String> page(@Nullable Links links) {
    return links == null
        ? Optional.empty()
        : Stream.of(links.page(), links.shortPage())
            .map(URI::toString)
            .filter(url -> url.length() <= URL_LIMIT)
            .findFirst();
  }
}
