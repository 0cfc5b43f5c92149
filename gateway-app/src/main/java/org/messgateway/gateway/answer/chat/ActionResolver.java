package org.messgateway.gateway.answer.chat;

import java.util.Optional;
import org.messgateway.api.AnswerButton;
import org.messgateway.gateway.answer.chat.Utterance.ReadText;

/**
 * Resolves a text to an action on one task, by the task's present state.
 *
 * @param asked whether the text answers a reminder; then yes and no are about having the task
 * @param reply whether the text replies to a message about this task, or names its letter
 * @param media whether a file or a location came with the text; then the text completes the task
 */
record ActionResolver(
    ChatTask task,
    String executor,
    boolean asked,
    boolean reply,
    boolean media,
    ReplyTexts replyTexts) {

  TaskAction of(ReadText read) {
    if (media) {
      return new TaskAction.Complete(
          read.utterance() instanceof Utterance.Done done ? done.text() : read.text());
    }
    return numbered(read)
        .<TaskAction>map(answer -> new TaskAction.Choose(answer.entry()))
        .orElseGet(() -> task.isHeldBy(executor) ? held(read) : free(read));
  }

  /**
   * The numbers that a text without buttons teaches for yes, no and choices. A reminder teaches
   * none, so a number in reply to it is no answer.
   */
  private Optional<AnswerButton> numbered(ReadText read) {
    boolean toReminder = asked && reply && read.letter() == null;
    return toReminder ? Optional.empty() : task.numbered(read.text());
  }

  private boolean wantsYesOrNo() {
    return task.wantsYesOrNo() && !asked;
  }

  private TaskAction free(ReadText read) {
    return switch (read.utterance()) {
      case Utterance.Take _ -> new TaskAction.Claim();
      case Utterance.Pass pass -> new TaskAction.Decline(pass.reason());
      case Utterance.HandBack back -> new TaskAction.Decline(back.reason());
      case Utterance.Done done -> done(done.text());
      case Utterance.AskQuestion ask -> ask(ask.question());
      case Utterance.Yes _ ->
          wantsYesOrNo() ? new TaskAction.Confirm(true) : new TaskAction.Claim();
      case Utterance.No _ ->
          wantsYesOrNo() ? new TaskAction.Confirm(false) : new TaskAction.Decline("");
      case Utterance.FreeText free -> free(free.text());
      case Utterance.ResumeNotifications _, Utterance.ListOpen _ -> free(read.text());
      case Utterance.PauseNotifications _, Utterance.Help _, Utterance.CarrierWord _ -> help();
    };
  }

  private TaskAction held(ReadText read) {
    boolean number =
        reply && !asked && read.letter() == null && read.text().strip().matches("\\d+");
    return switch (read.utterance()) {
      case Utterance.Take _, Utterance.Pass _ when number ->
          new TaskAction.Complete(read.text().strip());
      case Utterance.Take _ ->
          asked ? new TaskAction.Progress("") : new TaskAction.Nothing(replyTexts.yoursAlready());
      case Utterance.Pass pass -> new TaskAction.GiveBack(pass.reason());
      case Utterance.HandBack back -> new TaskAction.GiveBack(back.reason());
      case Utterance.Done done -> done(done.text());
      case Utterance.AskQuestion ask -> ask(ask.question());
      case Utterance.Yes _ when wantsYesOrNo() -> new TaskAction.Confirm(true);
      case Utterance.No _ when wantsYesOrNo() -> new TaskAction.Confirm(false);
      case Utterance.Yes _ -> bareAnswer(read.text(), new TaskAction.Progress(""));
      case Utterance.No _ -> bareAnswer(read.text(), help());
      case Utterance.FreeText free -> free(free.text());
      case Utterance.ResumeNotifications _, Utterance.ListOpen _ -> free(read.text());
      case Utterance.PauseNotifications _, Utterance.Help _, Utterance.CarrierWord _ -> help();
    };
  }

  /** A bare yes completes a task only as a reply to its message. */
  private TaskAction bareAnswer(String text, TaskAction otherwise) {
    return reply && !asked ? new TaskAction.Complete(text) : otherwise;
  }

  private TaskAction free(String text) {
    if (text.endsWith("?") || text.endsWith("？")) {
      return ask(text);
    }
    if (!reply || text.isEmpty()) {
      return help();
    }
    return asked ? new TaskAction.Progress(text) : new TaskAction.Complete(text);
  }

  private TaskAction done(String text) {
    boolean pictures = text.isBlank() && task.hints().contains("image");
    return pictures
        ? new TaskAction.Nothing(replyTexts.wantsPhoto())
        : new TaskAction.Complete(text);
  }

  private TaskAction ask(String question) {
    return question.isBlank()
        ? new TaskAction.Nothing(replyTexts.wantsQuestion())
        : new TaskAction.Ask(question);
  }

  private TaskAction help() {
    return new TaskAction.Nothing(
        task.isHeldBy(executor) ? replyTexts.helpHeld("") : replyTexts.helpFree("", task));
  }
}
