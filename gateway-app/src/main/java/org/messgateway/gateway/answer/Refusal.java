package org.messgateway.gateway.answer;

/** What was said makes no sense; the message tells the one who said it what would be right. */
final class Refusal extends Exception {

  private static final long serialVersionUID = 1L;

  Refusal(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
