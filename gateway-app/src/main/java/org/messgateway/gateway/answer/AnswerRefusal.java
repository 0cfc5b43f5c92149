package org.messgateway.gateway.answer;

/** An invalid message; the exception's message tells the sender what would be right. */
final class AnswerRefusal extends Exception {

  private static final long serialVersionUID = 1L;

  AnswerRefusal(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
