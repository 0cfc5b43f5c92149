package org.messgateway.adapter.telegram;

import java.util.List;
import java.util.Map;
import org.messgateway.api.Deed;
import org.messgateway.api.Said;

/** What an update comes to. */
sealed interface Meaning {

  /** The gateway is to hear it, the person to see what it says. */
  record Report(Said said, Spot spot) implements Meaning {}

  /** Something is to be asked before it can be told. */
  record Question(String id, Prompt prompt, Person person, boolean privately, Spot spot)
      implements Meaning {

    /** Who is to be asked what for; not yet an answer. */
    Said said() {
      return new Said(
          id,
          person.id(),
          person.name(),
          spot.chat(),
          prompt.delivery(),
          Reader.receipt(spot.chat(), spot.message()),
          new Deed.Pressed(prompt.action(), Map.of(), List.of()));
    }
  }

  /** It can count for nothing, and this is why. */
  record Remark(String sentence, Spot spot) implements Meaning {}

  /** It is not for us. */
  record Nothing() implements Meaning {}
}
