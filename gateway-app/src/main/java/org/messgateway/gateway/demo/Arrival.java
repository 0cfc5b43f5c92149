package org.messgateway.gateway.demo;

import java.util.List;

/**
 * Something that arrived at one of the stand-ins.
 *
 * @param channel slack, telegram, sms or webhook
 * @param to whom, as the channel names them
 * @param id what makes a second arrival a duplicate: the delivery's id, or the text where the
 *     channel has no id
 * @param genuine whether credentials or signature were right
 * @param lines what the recipient sees
 */
record Arrival(String channel, String to, String id, boolean genuine, List<String> lines) {

  Arrival {
    lines = List.copyOf(lines);
  }
}
