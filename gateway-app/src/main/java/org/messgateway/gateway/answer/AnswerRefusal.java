package org.messgateway.gateway.answer;

import org.jspecify.annotations.Nullable;

/** An invalid message; the exception's message tells the sender what would be right. */
final class AnswerRefusal extends Exception {

  private static final long serialVersionUID = 1L;

  private final @Nullable String example;
  private final int entry;

  AnswerRefusal(String sentence) {
    this(sentence, null);
  }

  /**
   * @param example an entry that would be right, as YAML
   */
  AnswerRefusal(String sentence, @Nullable String example) {
    this(sentence, example, 0);
  }

  private AnswerRefusal(String sentence, @Nullable String example, int entry) {
    super(sentence);
    this.example = example;
    this.entry = entry;
  }

  /**
   * The same about one entry.
   *
   * @param number 1 for the first
   */
  AnswerRefusal in(int number) {
    return new AnswerRefusal(sentence(), example, number);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }

  @Nullable String example() {
    return example;
  }

  /** Number of the entry, 1 for the first; 0 for the message as a whole. */
  int entry() {
    return entry;
  }
}
