package org.messgateway.gateway;

import java.util.List;
import org.messgateway.api.Inbound;

/** Joins people's side of the way back: channels listen, and what is heard becomes answers. */
final class InboundSide {

  InboundSide(Parts parts, AnswerSide answers) {}

  /** A channel whose adapter can listen was made: it listens from now on. */
  void listen(String channel, Inbound adapter) {}

  /** What has to be done again and again. */
  List<Chore> chores() {
    return List.of();
  }
}
