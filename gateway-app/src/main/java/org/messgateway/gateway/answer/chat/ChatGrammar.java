package org.messgateway.gateway.answer.chat;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.chat.Utterance.ReadText;

/**
 * Reads what people write: a grammar one can guess. {@code 1}, {@code 2}, {@code done found 2
 * onions}, {@code A1}, {@code b 2}, {@code A: text}, {@code ?where is it}, {@code pause 2h}. Knows
 * nothing of tasks; takes any text whatever.
 */
final class ChatGrammar {

  /** A longer text is no command, however it begins. */
  private static final int LONGEST_WORD = 40;

  private static final Pattern LETTER =
      Pattern.compile("([A-Za-z]{1,2})(?![A-Za-z])\\s*([:.)\\]-]?)\\s*(.*)", Pattern.DOTALL);

  /** A first word, what stands between, and the rest. */
  private static final Pattern FIRST =
      Pattern.compile(
          "[¡!/]*([\\p{L}✅☑✔]{1,20})(?:[:;,.!–—：、。-]+[\\s\u3000]*|[\\s\u3000]+(?:[–—-]+\\s+)?)(.+)",
          Pattern.DOTALL);

  private ChatGrammar() {}

  /**
   * What is known when a text is read.
   *
   * @param letters of the tasks that are open at the address, in upper case
   * @param carrier whether a carrier stands between, which answers some words itself
   */
  record Context(Set<String> letters, boolean carrier) {

    Context {
      letters = Set.copyOf(letters);
    }
  }

  static ReadText read(String text, Context context) {
    String written = text.strip();
    if (context.carrier()
        && written.length() <= LONGEST_WORD
        && WordTables.CARRIER.contains(TextNormalizer.of(written))) {
      return new ReadText(null, written, new Utterance.CarrierWord());
    }
    return lettered(written, context)
        .orElseGet(() -> new ReadText(null, written, meaning(written)));
  }

  /** A letter counts when it is one of those in use and no word of a sentence. */
  private static Optional<ReadText> lettered(String written, Context context) {
    Matcher form = LETTER.matcher(TextNormalizer.plain(written));
    if (!form.matches()) {
      return Optional.empty();
    }
    String letter = form.group(1).toUpperCase(Locale.ROOT);
    if (!context.letters().contains(letter)) {
      return Optional.empty();
    }
    // The rest as it was written: line breaks and all.
    String rest = behind(written, form.group(1), form.group(2), form.group(3));
    Utterance utterance = meaning(rest);
    boolean colon = form.group(2).equals(":");
    if (utterance instanceof Utterance.FreeText free && colon && !rest.isEmpty()) {
      return Optional.of(new ReadText(letter, free.text(), new Utterance.Done(free.text())));
    }
    boolean sentence = utterance instanceof Utterance.FreeText && !rest.isEmpty();
    return sentence ? Optional.empty() : Optional.of(new ReadText(letter, rest, utterance));
  }

  private static String behind(String written, String letter, String sign, String plainRest) {
    int at = written.indexOf(letter);
    if (at < 0) {
      return plainRest;
    }
    String rest = written.substring(at + letter.length()).stripLeading();
    return rest.startsWith(sign) ? rest.substring(sign.length()).strip() : plainRest;
  }

  private static Utterance meaning(String text) {
    if (text.startsWith("?") || text.startsWith("¿") || text.startsWith("？")) {
      String question = text.substring(1).strip();
      return question.isEmpty() ? new Utterance.Help() : new Utterance.AskQuestion(question);
    }
    Utterance word = text.length() > LONGEST_WORD ? null : word(TextNormalizer.of(text));
    return word != null ? word : phrase(text).orElseGet(() -> new Utterance.FreeText(text));
  }

  private static @Nullable Utterance word(String word) {
    if (WordTables.TAKE.contains(word)) {
      return new Utterance.Take();
    }
    if (WordTables.PASS.contains(word)) {
      return new Utterance.Pass("");
    }
    if (WordTables.YES.contains(word)) {
      return new Utterance.Yes();
    }
    if (WordTables.NO.contains(word)) {
      return new Utterance.No();
    }
    if (WordTables.DONE.contains(word) || WordTables.DONE_FIRST.contains(word)) {
      return new Utterance.Done("");
    }
    if (WordTables.ASK_FIRST.contains(word)) {
      return new Utterance.AskQuestion("");
    }
    if (WordTables.GIVE_BACK.contains(word)) {
      return new Utterance.HandBack("");
    }
    return aside(word);
  }

  /** What is about no task. */
  private static @Nullable Utterance aside(String word) {
    if (WordTables.PAUSE.contains(word) || WordTables.PAUSE_FIRST.contains(word)) {
      return new Utterance.PauseNotifications("");
    }
    if (WordTables.RESUME.contains(word)) {
      return new Utterance.ResumeNotifications();
    }
    if (WordTables.LIST.contains(word)) {
      return new Utterance.ListOpen();
    }
    return WordTables.HELP.contains(word) ? new Utterance.Help() : null;
  }

  private static Optional<Utterance> phrase(String text) {
    Matcher form = FIRST.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    String first = TextNormalizer.of(form.group(1));
    String key = first.isEmpty() ? form.group(1) : first;
    return Optional.ofNullable(phrase(key, form.group(2).strip()));
  }

  private static @Nullable Utterance phrase(String first, String rest) {
    if (WordTables.DONE_FIRST.contains(first) || WordTables.DONE.contains(first)) {
      return new Utterance.Done(rest);
    }
    if (WordTables.ASK_FIRST.contains(first)) {
      return new Utterance.AskQuestion(rest);
    }
    if (WordTables.PASS_BECAUSE.contains(first)) {
      return new Utterance.Pass(rest);
    }
    if (first.equals("give") && TextNormalizer.of(rest).startsWith("back")) {
      return new Utterance.HandBack(rest.replaceFirst("(?i)^back\\P{L}*", ""));
    }
    boolean pause = WordTables.PAUSE_FIRST.contains(first) && PauseTime.looksLike(rest);
    return pause ? new Utterance.PauseNotifications(rest) : null;
  }
}
