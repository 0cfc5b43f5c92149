package org.messgateway.gateway.answer.chat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Replies to people: plain, short enough for one SMS, without technical terms.
 *
 * @param buttons whether they speak by buttons and by answers to messages, not by bare texts
 */
record ReplyTexts(boolean buttons) {

  private static final int INTENT = 30;
  private static final int NAME = 30;
  private static final List<String> NUMBERS =
      List.of("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

  String yours() {
    return buttons
        ? "You have it. Reply to the message with the answer or a photo, or press Done."
        : "You have it. Send a photo, or write DONE and what you found.";
  }

  String yoursAlready() {
    return buttons
        ? "You have it already. Reply to the message with the answer, or press Done."
        : "You have it already. Write DONE and what you found.";
  }

  String stillYours() {
    return "Good, it stays yours. When it is done, "
        + (buttons
            ? "press Done, or write DONE and what you found."
            : "write DONE and what you found.");
  }

  String saved(String requestor) {
    return "Saved. " + name(requestor) + " has your answer.";
  }

  String asked(String requestor) {
    return "Asked. The answer of " + name(requestor) + " will come here.";
  }

  String passed() {
    return "Fine, it is not for you.";
  }

  String givenBack() {
    return "Given back.";
  }

  String has(String holder, boolean kept) {
    return name(holder) + " has it." + (kept ? " What you sent was passed on." : "");
  }

  String over(ThreadStatus status, String intent, boolean kept) {
    String what =
        switch (status) {
          case COMPLETED, PARTIAL -> "Already done: ";
          case CANCELLED, SUPERSEDED -> "No longer needed: ";
          case EXPIRED -> "Too late now: ";
          default -> "It is closed: ";
        };
    return what + intent(intent) + "." + (kept ? " What you sent was passed on." : "");
  }

  String free() {
    return "Nobody has it now. To have it, take it again.";
  }

  String notTold() {
    return "This task did not come to you, so somebody else has to answer it.";
  }

  String absent() {
    return "This task is not there any more.";
  }

  String misfit(ChatTask task) {
    return task.confirmBefore()
        ? name(task.requestor()) + " has to agree first. Write ASK and what you want to do."
        : "That does not fit " + intent(task.intent()) + " as it stands now.";
  }

  String asksOtherwise() {
    return "This asks something else by now. Open the task, or reply to the message.";
  }

  String wantsPhoto() {
    return buttons
        ? "A photo is asked for: send it as a reply to the message."
        : "A photo is asked for: send it here.";
  }

  String wantsQuestion() {
    return "What do you want to know? Write ASK and your question.";
  }

  String tooLarge(String limit, @Nullable String link) {
    return "That is too large: " + limit + " at most." + (link == null ? "" : " Here: " + link);
  }

  String lost() {
    return "What you sent could not be fetched. Please send it again.";
  }

  String helpFree(String letter) {
    return "Write %1$s1 to take it, %1$s2 to pass.".formatted(letter);
  }

  String helpHeld(String letter) {
    String before = letter.isEmpty() ? "" : letter + " ";
    return "Write %1$sDONE and what you found, %1$sASK and a question, or %1$sBACK to give it back."
        .formatted(before);
  }

  String nothingOpen() {
    return "Nothing is open for you here now.";
  }

  /** {@code You have two open: A fridge, B onions. Write A1 or B1.} */
  String which(List<OpenTask> open, Utterance utterance) {
    String behind =
        switch (utterance) {
          case Utterance.Take _, Utterance.Yes _ -> "1";
          case Utterance.Pass _, Utterance.No _ -> "2";
          case Utterance.HandBack _ -> " back";
          case Utterance.AskQuestion _ -> " ask ...";
          default -> " done ...";
        };
    List<String> letters = open.stream().map(each -> each.letter() + behind).toList();
    String listed =
        open.stream()
            .limit(3)
            .map(each -> each.letter() + " " + shortened(each.task().intent(), 20))
            .collect(Collectors.joining(", "));
    return "You have "
        + (open.size() < NUMBERS.size() ? NUMBERS.get(open.size()) : open.size())
        + " open: "
        + listed
        + (open.size() > 3 ? " ..." : "")
        + ". Write "
        + letters.getFirst()
        + " or "
        + letters.get(1)
        + ".";
  }

  String quietUntil(Instant until, Instant now, ZoneId zone) {
    return "Quiet until "
        + NotificationText.clock(until, now, zone)
        + ". Urgent tasks still come. Write RESUME to end it.";
  }

  String whenQuiet() {
    return "Until when? Write PAUSE 2h or PAUSE UNTIL 18:00.";
  }

  String resumed(boolean was) {
    return was ? "You will be told again." : "You are told as usual.";
  }

  String unknown(String title, String id) {
    return "I do not know you yet. Ask whoever runs "
        + name(title)
        + " to add you: your id here is "
        + shortened(id, 40)
        + ".";
  }

  String linked(String name, String title) {
    return "Hello, "
        + name(name)
        + ". "
        + name(title)
        + " will send you tasks here, and you answer here. Write PAUSE 2h when it does not suit"
        + " you, LIST to see what is open. To stop, block or leave this chat.";
  }

  String badCode() {
    return "This link was used or is too old. Ask for a new one.";
  }

  String notHere() {
    return "This cannot be used here. Open the link somewhere else.";
  }

  String greeting(String name, String title) {
    return "Hello, "
        + name(name)
        + ". This is "
        + name(title)
        + ". Tasks come here; answer by replying. LIST shows what is open, PAUSE 2h makes it"
        + " quiet.";
  }

  String again() {
    return "Got that already.";
  }

  String open(List<String> lines) {
    return lines.isEmpty() ? nothingOpen() : String.join("\n", lines);
  }

  String line(OpenTask open, String executor, @Nullable String link) {
    String letter = open.letter() == null ? "" : open.letter() + ": ";
    String yours = open.task().isHeldBy(executor) ? " - you have it" : "";
    return letter + intent(open.task().intent()) + yours + (link == null ? "" : " " + link);
  }

  private static String intent(String intent) {
    return NotificationText.quoted(shortened(intent, INTENT));
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
