package org.messgateway.gateway.answer.chat;

import java.util.List;
import org.messgateway.api.InboundReply;

/** The task of a text, or why there is none. */
sealed interface TextClassification {

  /** The text is not for the gateway. */
  record Ignore() implements TextClassification {}

  /** The text is a command that is about no task. */
  record NoTask() implements TextClassification {}

  /** The text gets a reply and has no effect. */
  record ReplyOnly(InboundReply reply) implements TextClassification {}

  /** The text may be about any of these tasks: at least two. */
  record Ambiguous(List<OpenTask> tasks) implements TextClassification {}

  /**
   * The text is about this task.
   *
   * @param named whether the text names the task
   * @param again whether the event may have been carried out before, so that its sender may be the
   *     holder already
   */
  record AboutTask(OpenTask task, boolean named, boolean again) implements TextClassification {}

  /** The ref of the task; empty for none. */
  default String ref() {
    return this instanceof AboutTask about ? about.task().task().ref() : "";
  }
}
