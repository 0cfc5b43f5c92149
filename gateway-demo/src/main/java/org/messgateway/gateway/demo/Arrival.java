package org.messgateway.gateway.demo;

import java.util.List;

/**
 * A message that arrived at a simulator or a robot.
 *
 * @param channel slack, telegram, sms or webhook
 * @param to recipient, by the channel's id
 * @param id of the message there, or of the delivery
 * @param edit whether an earlier message was edited
 * @param genuine whether credentials or signature were right
 * @param lines visible to the recipient
 * @param buttons payloads by button
 */
record Arrival(
    String channel,
    String to,
    String id,
    boolean edit,
    boolean genuine,
    List<String> lines,
    List<String> buttons) {

  Arrival {
    lines = List.copyOf(lines);
    buttons = List.copyOf(buttons);
  }

  /** The payload of a button; empty when there is none. */
  String button(String action) {
    return buttons.stream().filter(one -> one.startsWith(action)).findFirst().orElse("");
  }

  boolean says(String words) {
    return lines.stream().anyMatch(line -> line.contains(words));
  }
}
