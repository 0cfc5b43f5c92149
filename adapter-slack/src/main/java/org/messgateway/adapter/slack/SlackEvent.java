package org.messgateway.adapter.slack;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Receipt;

/** Something a person did in Slack that concerns us. */
sealed interface SlackEvent {

  /** The same when Slack tells of it again. */
  String id();

  Scene scene();

  /**
   * A button of ours.
   *
   * @param trigger lets a form be opened, for three seconds
   * @param about the text of the message the button is on
   */
  record Pressed(
      String id, Scene scene, Action action, String delivery, String trigger, String about)
      implements SlackEvent {}

  /** The form behind a button. */
  record Submitted(
      String id,
      Scene scene,
      Action action,
      String delivery,
      Map<String, String> fields,
      List<SlackUpload> files)
      implements SlackEvent {}

  /** A message. */
  record Wrote(String id, Scene scene, String text, List<SlackUpload> files)
      implements SlackEvent {}

  /**
   * Who did it, and where.
   *
   * @param message our message that it is about; empty for none
   * @param thread where an answer belongs; empty for the conversation itself
   * @param responseUrl where Slack takes an answer to a button; empty for none
   */
  record Scene(
      String user,
      @Nullable String name,
      String channel,
      String message,
      String thread,
      String responseUrl) {

    /** Whether nobody else is there. */
    boolean direct() {
      return channel.startsWith("D");
    }

    @Nullable Receipt receipt() {
      return message.isEmpty()
          ? null
          : Receipt.of(SlackCalls.CHANNEL, channel, SlackCalls.TS, message);
    }
  }
}
