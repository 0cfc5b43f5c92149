package org.messgateway.adapter.telegram;

import org.messgateway.api.Said;

/** What an update comes to. */
sealed interface Meaning {

  /** The gateway is to hear it, the person to see what it says. */
  record Report(Said said, Spot spot) implements Meaning {}

  /** Something is to be asked before it can be told. */
  record Question(Prompt prompt, Person person, boolean privately, Spot spot) implements Meaning {}

  /** It can count for nothing, and this is why. */
  record Remark(String sentence, Spot spot) implements Meaning {}

  /** It is not for us. */
  record Nothing() implements Meaning {}
}
