package org.messgateway.gateway.answer;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;

/**
 * What the journal remembers of an answer, and the result when the same answer comes again: the
 * thread is described as it stands then.
 *
 * @param gaveAway whether the speaker did not have the task after the answer, by the answer's own
 *     words: passed it, gave it back
 * @param kept whether the answer's content is in the thread
 * @param notes as in {@link AnswerResult.Accepted}
 */
record AnswerMemory(boolean gaveAway, boolean kept, List<String> notes) {

  private static final String SPACE = " ";

  /** Only of results that the journal keeps: accepted, held by another, thread ended. */
  static String text(AnswerResult result) {
    return switch (result) {
      case AnswerResult.Accepted taken ->
          "taken %s %s%s"
              .formatted(
                  taken.status().code(),
                  taken.holder() == null ? "" : taken.holder(),
                  taken.notes().isEmpty() ? "" : "\n" + String.join("\n", taken.notes()));
      case AnswerResult.HeldByOther held -> "held " + held.kept() + SPACE + held.holder();
      case AnswerResult.ThreadEnded over -> "over " + over.kept() + SPACE + over.status().code();
      case AnswerResult.SetFree _,
          AnswerResult.Refused _,
          AnswerResult.NoSuchThread _,
          AnswerResult.TryAgainLater _ ->
          throw new IllegalArgumentException(result + " is not kept");
    };
  }

  /** What a text remembers; empty when it remembers nothing: the answer was refused. */
  static Optional<AnswerMemory> read(String text, String speaker) {
    List<String> lines = text.lines().toList();
    String[] words = lines.isEmpty() ? new String[0] : lines.getFirst().split(SPACE, 3);
    if (words.length < 3) {
      return Optional.empty();
    }
    return switch (words[0]) {
      case "taken" ->
          Optional.of(
              new AnswerMemory(
                  !words[2].equals(speaker), true, List.copyOf(lines.subList(1, lines.size()))));
      case "held", "over" ->
          Optional.of(new AnswerMemory(false, Boolean.parseBoolean(words[1]), List.of()));
      default -> Optional.empty();
    };
  }

  /**
   * The result of the same answer now.
   *
   * @param names from executors' ids to their names
   */
  AnswerResult now(MessThread thread, String speaker, UnaryOperator<String> names) {
    Conversation conversation = Conversation.of(thread);
    ThreadStatus status = conversation.status();
    @Nullable String holder = conversation.holder();
    boolean theirs =
        status.ended() ? speaker.equals(conversation.endedBy()) : speaker.equals(holder);
    if (gaveAway || theirs) {
      return new AnswerResult.Accepted(status, holder, true, notes);
    }
    if (status.ended()) {
      return new AnswerResult.ThreadEnded(status, holder, kept, true);
    }
    return holder == null
        ? new AnswerResult.SetFree(status, kept)
        : new AnswerResult.HeldByOther(status, holder, names.apply(holder), kept, true);
  }
}
