package org.messgateway.adapter.sms;

import org.messgateway.api.AnswerButton;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.text.Texts;

/**
 * The end of a text: the ways to answer that work now. It explains replies only where they arrive,
 * which the buttons show, and the link only where there is one.
 */
final class ReplyInstructions {

  private ReplyInstructions() {}

  /** The end of a request: numbers, the link, both or neither. */
  static String request(Notification notification) {
    String link = link(notification);
    Texts texts = notification.recipient().texts();
    if (!notification.buttons().contains(MessageButton.CLAIM)) {
      // Without the full stop in front of a link: then the two lines are the documents' own form.
      return link.isEmpty() ? "." : respond(link, texts);
    }
    String code = notification.options().replyCode();
    if (asks(notification, AnswerButton.Kind.YES)) {
      return ". " + linked("sms.yes_no", code, link, texts);
    }
    if (asks(notification, AnswerButton.Kind.CHOICE)) {
      String choices = AnswerButton.numbered(notification.answers(), code, texts);
      return ". " + linked("sms.choices", choices, link, texts);
    }
    boolean pass = notification.buttons().contains(MessageButton.DECLINE);
    return ". " + linked(pass ? "sms.choose" : "sms.take", code, link, texts);
  }

  private static boolean asks(Notification notification, AnswerButton.Kind kind) {
    return notification.answers().stream().anyMatch(answer -> answer.kind() == kind);
  }

  /** The end of other kinds: only where the reader can still act. */
  static String other(Notification notification) {
    return switch (notification.content()) {
      case NotificationContent.ClaimedByReader _,
          NotificationContent.TaskReminder _,
          NotificationContent.AgentReply _ ->
          done(notification);
      case NotificationContent.TaskRequest _, NotificationContent.TaskDigest _ -> "";
      case NotificationContent.TakenByOther _,
          NotificationContent.TaskCancelled _,
          NotificationContent.TaskExpired _,
          NotificationContent.TaskFinished _ ->
          "";
      case NotificationContent.GatewayTrouble _, NotificationContent.ChannelTest _ -> "";
      case NotificationContent.TaskNews _ -> "";
    };
  }

  private static String done(Notification notification) {
    String link = link(notification);
    Texts texts = notification.recipient().texts();
    if (!notification.buttons().contains(MessageButton.DONE)) {
      return link.isEmpty() ? "" : respond(link, texts);
    }
    String code = notification.options().replyCode();
    return "\n" + linked("sms.done", code.isEmpty() ? "" : code + " ", link, texts);
  }

  private static String linked(String key, String reply, String link, Texts texts) {
    return link.isEmpty() ? texts.get(key, reply) : texts.get(key + ".link", reply, link);
  }

  private static String respond(String link, Texts texts) {
    return "\n" + texts.get("sms.respond", link);
  }

  private static String link(Notification notification) {
    TaskLinks links = notification.links();
    return links == null ? "" : links.shortPage().toString();
  }
}
