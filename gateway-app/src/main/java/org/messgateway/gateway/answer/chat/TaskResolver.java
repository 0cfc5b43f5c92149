package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundReply;
import org.messgateway.gateway.answer.chat.Utterance.ReadText;

/**
 * Finds the task of a text that replies to no message.
 *
 * @param media whether a file or a location came with the text
 * @param late task by its letter, or for null the task notified last, also one that ended: a late
 *     answer gets its task's state and is not lost
 */
record TaskResolver(
    String executor,
    ReadText read,
    boolean media,
    ReplyTexts replyTexts,
    Function<@Nullable String, Optional<OpenTask>> late) {

  TextClassification among(List<OpenTask> open) {
    if (read.letter() != null) {
      return open.stream()
          .filter(each -> read.letter().equals(each.letter()))
          .findFirst()
          .or(() -> late.apply(read.letter()))
          .<TextClassification>map(each -> new TextClassification.AboutTask(each, true, false))
          .orElseGet(() -> say(replyTexts.nothingOpen()));
    }
    if (open.isEmpty()) {
      boolean number = TextNormalizer.of(read.text()).matches("[1-9]");
      return (media || number || isAnswer(read.utterance())
              ? late.apply(null)
              : Optional.<OpenTask>empty())
          .<TextClassification>map(each -> new TextClassification.AboutTask(each, false, false))
          .orElseGet(() -> say(replyTexts.nothingOpen()));
    }
    if (!media && isUnclear(read.utterance()) && open.stream().noneMatch(this::numbered)) {
      return say(help(open));
    }
    List<OpenTask> meant = meant(open);
    return meant.size() == 1
        ? new TextClassification.AboutTask(meant.getFirst(), false, false)
        : new TextClassification.Ambiguous(meant);
  }

  private static TextClassification say(String sentence) {
    return new TextClassification.ReplyOnly(InboundReply.refused(sentence));
  }

  /** A text without a known word is unclear until it names its task. */
  private static boolean isUnclear(Utterance utterance) {
    return utterance instanceof Utterance.Help
        || (utterance instanceof Utterance.FreeText free && !free.text().endsWith("?"));
  }

  /** Whether a text can only answer the last notification. */
  private static boolean isAnswer(Utterance utterance) {
    return switch (utterance) {
      case Utterance.Take _, Utterance.Pass _, Utterance.Yes _, Utterance.No _, Utterance.Done _ ->
          true;
      case Utterance.AskQuestion _,
          Utterance.HandBack _,
          Utterance.PauseNotifications _,
          Utterance.ResumeNotifications _,
          Utterance.ListOpen _,
          Utterance.Help _,
          Utterance.CarrierWord _,
          Utterance.FreeText _ ->
          false;
    };
  }

  private List<OpenTask> meant(List<OpenTask> open) {
    if (media) {
      return first(open, this::held);
    }
    return switch (read.utterance()) {
      case Utterance.Take _, Utterance.Pass _ -> first(open, this::free);
      case Utterance.Yes _, Utterance.No _ ->
          first(first(open, this::free), each -> each.task().wantsYesOrNo(), open);
      case Utterance.FreeText _ -> first(first(open, this::held), this::numbered, open);
      default -> first(open, this::held);
    };
  }

  /** Whether the text is the number of one of its answers. */
  private boolean numbered(OpenTask each) {
    return each.task().numbered(read.text()).isPresent();
  }

  private boolean held(OpenTask each) {
    return each.task().isHeldBy(executor);
  }

  private boolean free(OpenTask each) {
    return each.task().isFree();
  }

  /** The tasks that the text is most likely about; all when there is none. */
  private static List<OpenTask> first(List<OpenTask> open, Predicate<OpenTask> likely) {
    return first(open, likely, open);
  }

  private static List<OpenTask> first(
      List<OpenTask> otherwise, Predicate<OpenTask> likely, List<OpenTask> open) {
    List<OpenTask> found = open.stream().filter(likely).toList();
    return found.isEmpty() ? otherwise : found;
  }

  private String help(List<OpenTask> open) {
    if (replyTexts.buttons()) {
      return replyTexts.whichMessage();
    }
    OpenTask first = first(open, this::held).getFirst();
    String letter = open.size() > 1 && first.letter() != null ? first.letter() : "";
    return held(first) ? replyTexts.helpHeld(letter) : replyTexts.helpFree(letter, first.task());
  }
}
