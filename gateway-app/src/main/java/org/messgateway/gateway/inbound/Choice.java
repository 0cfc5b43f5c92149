package org.messgateway.gateway.inbound;

import java.util.List;
import org.messgateway.api.Heard;

/** What a text is taken for. */
sealed interface Choice {

  /** It is not for us. */
  record Silence() implements Choice {}

  /** It is about no task. */
  record Aside() implements Choice {}

  /** Nothing happens. */
  record Say(Heard heard) implements Choice {}

  /** It may be about any of these: at least two. */
  record Which(List<OpenTask> tasks) implements Choice {}

  /**
   * It is about this one.
   *
   * @param named whether it says so itself
   * @param again whether it may have been carried out before: then who has it may be due to it
   */
  record About(OpenTask task, boolean named, boolean again) implements Choice {}

  /** The ref of its task; empty for none. */
  default String ref() {
    return this instanceof About about ? about.task().task().ref() : "";
  }
}
