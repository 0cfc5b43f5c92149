package org.messgateway.gateway.inbound;

import org.messgateway.gateway.inbound.Meaning.Read;

/**
 * What a text means for one task as it stands.
 *
 * @param asked whether it answers the question whether they are still on it
 * @param reply whether it answers a message about this task, or names it by its letter
 * @param media whether a file or a place came with it: then it is the answer
 */
record Interpretation(
    Task task, String executor, boolean asked, boolean reply, boolean media, Sayings sayings) {

  Move of(Read read) {
    if (media) {
      return new Move.Complete(
          read.meaning() instanceof Meaning.Done done ? done.text() : read.text());
    }
    return task.isHeldBy(executor) ? held(read) : free(read);
  }

  private Move free(Read read) {
    return switch (read.meaning()) {
      case Meaning.Take _ -> new Move.Claim();
      case Meaning.Pass pass -> new Move.Decline(pass.reason());
      case Meaning.GiveBack back -> new Move.Decline(back.reason());
      case Meaning.Done done -> done(done.text());
      case Meaning.Ask ask -> ask(ask.question());
      case Meaning.Yes _ -> task.wantsYesOrNo() ? new Move.Confirm(true) : new Move.Claim();
      case Meaning.No _ -> task.wantsYesOrNo() ? new Move.Confirm(false) : new Move.Decline("");
      case Meaning.Free free -> free(free.text());
      case Meaning.Pause _,
          Meaning.Resume _,
          Meaning.ListOpen _,
          Meaning.Help _,
          Meaning.Carrier _ ->
          help();
    };
  }

  private Move held(Read read) {
    boolean number =
        reply && !asked && read.letter() == null && read.text().strip().matches("\\d+");
    return switch (read.meaning()) {
      case Meaning.Take _, Meaning.Pass _ when number -> new Move.Complete(read.text().strip());
      case Meaning.Take _ ->
          asked ? new Move.Progress("") : new Move.Nothing(sayings.yoursAlready());
      case Meaning.Pass pass -> new Move.GiveBack(pass.reason());
      case Meaning.GiveBack back -> new Move.GiveBack(back.reason());
      case Meaning.Done done -> done(done.text());
      case Meaning.Ask ask -> ask(ask.question());
      case Meaning.Yes _ when task.wantsYesOrNo() -> new Move.Confirm(true);
      case Meaning.No _ when task.wantsYesOrNo() -> new Move.Confirm(false);
      case Meaning.Yes _ -> said(read.text(), new Move.Progress(""));
      case Meaning.No _ -> said(read.text(), help());
      case Meaning.Free free -> free(free.text());
      case Meaning.Pause _,
          Meaning.Resume _,
          Meaning.ListOpen _,
          Meaning.Help _,
          Meaning.Carrier _ ->
          help();
    };
  }

  /** A bare yes is an answer only to the message that asked. */
  private Move said(String text, Move otherwise) {
    return reply && !asked ? new Move.Complete(text) : otherwise;
  }

  private Move free(String text) {
    if (text.endsWith("?")) {
      return ask(text);
    }
    if (!reply || text.isEmpty()) {
      return help();
    }
    return asked ? new Move.Progress(text) : new Move.Complete(text);
  }

  private Move done(String text) {
    boolean pictures = text.isBlank() && task.hints().contains("image");
    return pictures ? new Move.Nothing(sayings.wantsPhoto()) : new Move.Complete(text);
  }

  private Move ask(String question) {
    return question.isBlank() ? new Move.Nothing(sayings.wantsQuestion()) : new Move.Ask(question);
  }

  private Move help() {
    return new Move.Nothing(task.isHeldBy(executor) ? sayings.helpHeld("") : sayings.helpFree(""));
  }
}
