package org.messgateway.gateway.answer;

import org.jspecify.annotations.Nullable;

/** An invalid message; the exception's message tells the sender what would be right. */
final class AnswerRefusal extends Exception {

  private static final long serialVersionUID = 1L;

  private final @Nullable String example;

  AnswerRefusal(String sentence) {
    this(sentence, null);
  }

  /**
   * @param example an entry that would be right, as YAML
   */
  AnswerRefusal(String sentence, @Nullable String example) {
    super(sentence);
    this.example = example;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }

  @Nullable String example() {
    return example;
  }
}
