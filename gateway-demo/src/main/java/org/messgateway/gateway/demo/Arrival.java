package org.messgateway.gateway.demo;

import java.util.List;
import java.util.Optional;

/**
 * A message that arrived at a simulator or a robot.
 *
 * @param channel slack, telegram, sms or webhook
 * @param to recipient, by the channel's id
 * @param id of the message there, or of the delivery
 * @param edit whether an earlier message was edited
 * @param genuine whether credentials or signature were right
 * @param lines visible to the recipient
 * @param buttons those that act; none where their payload is not known
 */
record Arrival(
    String channel,
    String to,
    String id,
    boolean edit,
    boolean genuine,
    List<String> lines,
    List<Button> buttons) {

  Arrival {
    lines = List.copyOf(lines);
    buttons = List.copyOf(buttons);
  }

  /** A button with what it transmits. */
  record Button(String label, String payload) {}

  /** The button for an action. */
  Optional<Button> button(String action) {
    return buttons.stream().filter(one -> one.payload().startsWith(action)).findFirst();
  }

  boolean says(String words) {
    return lines.stream().anyMatch(line -> line.contains(words));
  }
}
