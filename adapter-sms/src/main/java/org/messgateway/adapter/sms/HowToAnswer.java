package org.messgateway.adapter.sms;

import org.messgateway.api.Action;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.Notification;

/**
 * The last words of a text: how to answer, by what works now. Replies are taught only where their
 * way back is open, which the actions say; the link only where there is one.
 */
final class HowToAnswer {

  private HowToAnswer() {}

  /** Behind a request: numbers, the link, both or neither. */
  static String request(Notification notification) {
    String link = link(notification);
    if (!notification.actions().contains(Action.CLAIM)) {
      // Without the full stop in front of a link: then the two lines are the documents' own form.
      return link.isEmpty() ? "." : respond(link);
    }
    String code = notification.manner().replyCode();
    String pass = notification.actions().contains(Action.DECLINE) ? ", " + code + "2 to pass" : "";
    return ". Reply " + code + "1 to take it" + pass + (link.isEmpty() ? "." : ", or " + link);
  }

  /** Behind all else: only where something is left to be said by who reads it. */
  static String other(Notification notification) {
    return switch (notification.news()) {
      case News.Claimed _, News.Reminder _, News.Replied _ -> done(notification);
      case News.Request _, News.Digest _ -> "";
      case News.Taken _, News.Cancelled _, News.Expired _, News.Finished _ -> "";
      case News.Trouble _, News.Test _ -> "";
    };
  }

  private static String done(Notification notification) {
    String link = link(notification);
    if (!notification.actions().contains(Action.DONE)) {
      return link.isEmpty() ? "" : respond(link);
    }
    String code = notification.manner().replyCode();
    String word = code.isEmpty() ? "DONE" : code + " DONE";
    return "\nReply " + word + " and what you found" + (link.isEmpty() ? "" : ", or " + link);
  }

  private static String respond(String link) {
    return "\nRespond: " + link;
  }

  private static String link(Notification notification) {
    Links links = notification.links();
    return links == null ? "" : links.shortPage().toString();
  }
}
