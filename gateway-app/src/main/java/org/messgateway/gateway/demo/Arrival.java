package org.messgateway.gateway.demo;

import java.util.List;

/**
 * Something that arrived at one of the stand-ins.
 *
 * @param channel slack, telegram, sms or webhook
 * @param to whom, as the channel names them
 * @param id of the message there, or of the delivery
 * @param edit whether a message that stood there before was changed
 * @param genuine whether credentials or signature were right
 * @param lines what the recipient sees
 * @param buttons what its buttons carry
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

  /** What the button for that carries; empty when there is none. */
  String button(String action) {
    return buttons.stream().filter(one -> one.startsWith(action)).findFirst().orElse("");
  }

  boolean says(String words) {
    return lines.stream().anyMatch(line -> line.contains(words));
  }
}
