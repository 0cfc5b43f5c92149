package org.messgateway.gateway.cli.setup.init;

import java.util.List;
import org.messgateway.api.Address;
import org.messgateway.api.Outcome;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.routing.Executor;

/** Sends a test to an address, and asks whether it was seen there. */
final class ArrivalCheck {

  /** What came of it. */
  enum Result {
    /** Somebody saw it. */
    ARRIVED,
    /** Nobody saw it, and the address stays. */
    UNSEEN,
    /** Nobody saw it, and another address is wanted. */
    OTHER_ADDRESS
  }

  private static final List<String> WHAT_NOW =
      List.of("send another test", "use another address", "leave it like this for now");

  private final Dialogue dialogue;
  private final HouseholdDraft draft;

  ArrivalCheck(Dialogue dialogue, HouseholdDraft draft) {
    this.dialogue = dialogue;
    this.draft = draft;
  }

  /** Tries until it arrives or the person gives up. */
  Result of(LiveChannel live, ChannelConfig channel, Executor executor, Address address) {
    ChannelGuide guide = ChannelGuide.of(channel.provider());
    while (true) {
      dialogue.part("A test goes to " + executor.name() + " by " + guide.service() + " …");
      Outcome outcome = live.test(draft.config(), executor, address);
      if (arrived(outcome, guide)) {
        return Result.ARRIVED;
      }
      int next = dialogue.choice("What now?", WHAT_NOW, "leaves it like this").orElse(2);
      if (next > 0) {
        return next == 1 ? Result.OTHER_ADDRESS : Result.UNSEEN;
      }
    }
  }

  private boolean arrived(Outcome outcome, ChannelGuide guide) {
    return switch (outcome) {
      case Outcome.Delivered _ -> {
        boolean seen = dialogue.yes("Did it arrive?", true);
        if (!seen) {
          dialogue.part("The service took it, so it is most likely one of these:");
          guide.silence().forEach(cause -> dialogue.say("  - " + cause));
        }
        yield seen;
      }
      case Outcome.Deferred deferred -> {
        dialogue.say("  It did not go out: " + deferred.sentence());
        yield false;
      }
      case Outcome.Rejected rejected -> {
        dialogue.say("  It was refused: " + rejected.sentence());
        yield false;
      }
    };
  }
}
