package org.messgateway.gateway.answer.chat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.MessageButton;
import org.messgateway.api.NotificationText;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.answer.chat.ReceivedFiles.TooLargeException;

/**
 * Replies to people: plain, short enough for one SMS, without technical terms.
 *
 * @param buttons whether they speak by buttons and by answers to messages, not by bare texts
 * @param texts in the language of the person
 */
record ReplyTexts(boolean buttons, Texts texts) {

  private static final int INTENT = 30;
  private static final int NAME = 30;

  /** The text of a key for those who have buttons, or for those who write. */
  private String byWay(String key) {
    return buttons
        ? texts.get(key + ".buttons", MessageButton.DONE.label(texts))
        : texts.get(key + ".words");
  }

  String yours() {
    return byWay("chat.yours");
  }

  String yoursAlready() {
    return byWay("chat.already");
  }

  String stillYours() {
    return byWay("chat.still");
  }

  String saved(String requestor) {
    return texts.get("chat.saved", asker(requestor));
  }

  String asked(String requestor) {
    return texts.get("chat.asked", asker(requestor));
  }

  String passed() {
    return texts.get("chat.passed");
  }

  String givenBack() {
    return texts.get("chat.given_back");
  }

  String has(String holder, boolean kept) {
    return texts.get("chat.has", name(holder)) + passedOn(kept);
  }

  String over(ThreadStatus status, String intent, boolean kept) {
    String key =
        switch (status) {
          case COMPLETED, PARTIAL -> "chat.over.done";
          case CANCELLED, SUPERSEDED -> "chat.over.cancelled";
          case EXPIRED -> "chat.over.expired";
          default -> "chat.over.closed";
        };
    return texts.get(key, intent(intent)) + passedOn(kept);
  }

  private String passedOn(boolean kept) {
    return kept ? " " + texts.get("chat.passed_on") : "";
  }

  String free() {
    return texts.get("chat.free");
  }

  String notTold() {
    return texts.get("chat.not_told");
  }

  String absent() {
    return texts.get("chat.absent");
  }

  String misfit(ChatTask task) {
    return task.confirmBefore()
        ? texts.get("chat.agree_first", asker(task.requestor()))
        : texts.get("chat.misfit", intent(task.intent()));
  }

  String asksOtherwise() {
    return texts.get("chat.asks_otherwise");
  }

  String wantsPhoto() {
    return byWay("chat.wants_photo");
  }

  String wantsQuestion() {
    return texts.get("chat.wants_question");
  }

  String tooLarge(TooLargeException tooLarge, @Nullable String link) {
    return texts.get("chat.too_large", tooLarge.limit(texts))
        + (link == null ? "" : " " + texts.get("chat.here", link));
  }

  String lost() {
    return texts.get("chat.lost");
  }

  String whichMessage() {
    return texts.get("chat.which_message");
  }

  String helpFree(String letter, ChatTask task) {
    if (task.answer(AnswerButton.Kind.YES).isPresent()) {
      return texts.get("chat.help.yes_no", letter);
    }
    return task.answer(AnswerButton.Kind.CHOICE).isPresent()
        ? texts.get("chat.help.choices", AnswerButton.numbered(task.answers(), letter, texts))
        : texts.get("chat.help.free", letter);
  }

  String helpHeld(String letter) {
    return texts.get("chat.help.held", letter.isEmpty() ? "" : letter + " ");
  }

  String nothingOpen() {
    return texts.get("chat.nothing_open");
  }

  /** {@code You have two open: A fridge, B onions. Write A1 or B1.} */
  String which(List<OpenTask> open, Utterance utterance) {
    String key =
        switch (utterance) {
          case Utterance.Take _, Utterance.Yes _ -> "chat.which.take";
          case Utterance.Pass _, Utterance.No _ -> "chat.which.pass";
          case Utterance.HandBack _ -> "chat.which.back";
          case Utterance.AskQuestion _ -> "chat.which.ask";
          default -> "chat.which.done";
        };
    String listed =
        open.stream()
            .limit(3)
            .map(each -> each.letter() + " " + said(each.task().intent(), 20))
            .collect(Collectors.joining(", "));
    return texts.get(
        "chat.which",
        number(open.size()),
        listed + (open.size() > 3 ? " ..." : ""),
        texts.get(key, Objects.requireNonNullElse(open.getFirst().letter(), "")),
        texts.get(key, Objects.requireNonNullElse(open.get(1).letter(), "")));
  }

  private String number(int number) {
    return texts.find("number." + number).orElseGet(() -> texts.get("number.other", number));
  }

  String quietUntil(Instant until, Instant now, ZoneId zone) {
    return texts.get("chat.quiet", texts.clock(until, now, zone));
  }

  String whenQuiet() {
    return texts.get("chat.until_when");
  }

  String resumed(boolean was) {
    return texts.get(was ? "chat.resumed" : "chat.not_paused");
  }

  String unknown(String title, String id) {
    return texts.get("chat.unknown", name(title), shortened(id, 40));
  }

  String linked(String name, String title) {
    return texts.get("chat.linked", name(name), name(title));
  }

  String badCode() {
    return texts.get("chat.bad_code");
  }

  String notHere() {
    return texts.get("chat.not_here");
  }

  String greeting(String name, String title) {
    return texts.get("chat.greeting", name(name), name(title));
  }

  String again() {
    return texts.get("chat.again");
  }

  String open(List<String> lines) {
    return lines.isEmpty() ? nothingOpen() : String.join("\n", lines);
  }

  String line(OpenTask open, String executor, @Nullable String link) {
    String letter = open.letter() == null ? "" : open.letter() + ": ";
    String yours = open.task().isHeldBy(executor) ? " - " + texts.get("chat.you_have_it") : "";
    return letter + intent(open.task().intent()) + yours + (link == null ? "" : " " + link);
  }

  private String intent(String intent) {
    return NotificationText.quoted(said(intent, INTENT));
  }

  private String said(String intent, int limit) {
    return intent.isEmpty() ? texts.get("word.nothing_said") : shortened(intent, limit);
  }

  private String asker(String requestor) {
    return requestor.isEmpty() ? texts.get("reply.the_asker") : name(requestor);
  }

  private static String name(String name) {
    return shortened(name, NAME);
  }

  /** With dots that every alphabet has. */
  private static String shortened(String text, int limit) {
    String line = NotificationText.plain(text).replace('\n', ' ').strip();
    return line.length() <= limit
        ? line
        : NotificationText.shortened(line, limit - 2).replace("…", "...");
  }
}
