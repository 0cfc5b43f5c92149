package org.messgateway.adapter.slack;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Receipt;

/** An action of a person in Slack that concerns the gateway. */
sealed interface SlackEvent {

  /** The id of the event, the same when Slack repeats it. */
  String id();

  SlackOrigin origin();

  /**
   * A press of a button.
   *
   * @param trigger Slack's permission to open a form, valid for 3 s
   * @param about the text of the button's message
   */
  record SlackPress(
      String id,
      SlackOrigin origin,
      SlackAction action,
      String delivery,
      String trigger,
      String about)
      implements SlackEvent {}

  /** A submission of the form behind a button. */
  record FormSubmission(
      String id,
      SlackOrigin origin,
      MessageButton button,
      String delivery,
      Map<String, String> fields,
      List<SlackFileInfo> files)
      implements SlackEvent {}

  /** A message. */
  record SlackChat(String id, SlackOrigin origin, String text, List<SlackFileInfo> files)
      implements SlackEvent {}

  /**
   * The person and the place of an event.
   *
   * @param message the gateway's message that the event concerns; empty for none
   * @param thread the thread of a reply; empty for the conversation itself
   * @param responseUrl the URL for replies to a press; empty for none
   */
  record SlackOrigin(
      String user,
      @Nullable String name,
      String channel,
      String message,
      String thread,
      String responseUrl) {

    /** Whether the conversation is direct, between the person and the app. */
    boolean direct() {
      return channel.startsWith("D");
    }

    @Nullable Receipt receipt() {
      return message.isEmpty()
          ? null
          : Receipt.of(SlackSender.CHANNEL, channel, SlackSender.TS, message);
    }
  }
}
