package org.messgateway.gateway.answer.chat;

/** The thread of a task cannot be read now, which says nothing about the task. */
final class UnreadableTaskException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean absent;

  private UnreadableTaskException(String message, boolean absent) {
    super(message);
    this.absent = absent;
  }

  /**
   * For a thread that is there.
   *
   * @param reason why it cannot be read
   */
  static UnreadableTaskException of(String ref, String reason) {
    return new UnreadableTaskException("Task %s cannot be read: %s".formatted(ref, reason), false);
  }

  /** For an open thread that the exchange does not hold now. */
  static UnreadableTaskException absent(String ref) {
    return new UnreadableTaskException("Task %s is not in its exchange.".formatted(ref), true);
  }

  /** Whether the thread is not there. */
  boolean isAbsent() {
    return absent;
  }
}
