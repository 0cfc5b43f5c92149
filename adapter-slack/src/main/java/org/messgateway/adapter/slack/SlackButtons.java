package org.messgateway.adapter.slack;

import com.slack.api.model.block.composition.PlainTextObject;
import com.slack.api.model.block.element.ButtonElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationText;
import org.messgateway.api.PlainText;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.text.Texts;

/** The buttons of a message: the actions that work now, and the link that opens the task. */
final class SlackButtons {

  private static final int URL_LIMIT = 3_000;
  private static final int LABEL_LIMIT = 75;

  private SlackButtons() {}

  /** The buttons of a notification; none when the task has ended. */
  static List<ButtonElement> of(Notification notification) {
    Texts texts = notification.recipient().texts();
    List<ButtonElement> buttons = new ArrayList<>();
    switch (notification.kind()) {
      case TAKEN, CANCELLED, EXPIRED, FINISHED, DIGEST -> {
        return List.of();
      }
      // For agents, which have no buttons.
      case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE -> {
        return List.of();
      }
      case REQUEST, CLAIMED, REPLY, REMINDER, TROUBLE, TEST -> {
        Optional<String> page = page(notification.links());
        AnswerButton.shown(notification)
            .forEach(answer -> buttons.add(answer(answer, notification, page.orElse(null))));
        notification.buttons().stream()
            .sorted()
            .forEach(button -> buttons.add(acting(button, notification.id(), texts)));
        // One button is what most will press: the first.
        buttons.stream().findFirst().ifPresent(first -> first.setStyle("primary"));
        page.map(url -> link(texts.get("button.respond"), "respond", url)).ifPresent(buttons::add);
      }
    }
    return buttons;
  }

  /** One for one task of several: takes it, or opens it where that would not work. */
  static Optional<ButtonElement> of(
      Notification notification, NotificationContent.DigestEntry entry) {
    Texts texts = notification.recipient().texts();
    if (notification.buttons().contains(MessageButton.CLAIM)) {
      ButtonElement claim = acting(MessageButton.CLAIM, entry.delivery(), texts);
      claim.setStyle("primary");
      return Optional.of(claim);
    }
    return Optional.ofNullable(entry.page())
        .map(URI::toString)
        .filter(url -> url.length() <= URL_LIMIT)
        .map(url -> link(texts.get("button.open"), "open", url));
  }

  /** A photo is taken on the page, where one opens; the form takes only what was taken before. */
  private static ButtonElement answer(
      AnswerButton answer, Notification notification, @Nullable String page) {
    String words = answer.label(notification.recipient().texts());
    return answer.kind() == AnswerButton.Kind.PHOTO && page != null
        ? link(words, SlackAction.id(answer), page)
        : acting(words, SlackAction.id(answer), notification.id());
  }

  private static ButtonElement acting(MessageButton button, String delivery, Texts texts) {
    return acting(button.label(texts), button.code(), delivery);
  }

  private static ButtonElement acting(String words, String id, String delivery) {
    return ButtonElement.builder().text(label(words)).actionId(id).value(delivery).build();
  }

  private static ButtonElement link(String words, String id, String url) {
    return ButtonElement.builder().text(label(words)).actionId(id).url(url).build();
  }

  private static PlainTextObject label(String text) {
    return PlainTextObject.builder()
        .text(NotificationText.shortened(PlainText.of(text), LABEL_LIMIT))
        .build();
  }

  private static Optional<String> page(@Nullable TaskLinks links) {
    return links == null
        ? Optional.empty()
        : Stream.of(links.page(), links.shortPage())
            .map(URI::toString)
            .filter(url -> url.length() <= URL_LIMIT)
            .findFirst();
  }
}
