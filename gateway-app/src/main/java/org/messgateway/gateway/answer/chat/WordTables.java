package org.messgateway.gateway.answer.chat;

import java.util.Set;

/** Words people write, as {@link TextNormalizer} spells them. Whole texts unless said otherwise. */
final class WordTables {

  static final Set<String> TAKE =
      Set.of(
          "1",
          "take",
          "take it",
          "taken",
          "i take it",
          "i'll take it",
          "ill take it",
          "i will",
          "i do it",
          "i'll do it",
          "ill do it",
          "claim",
          "claim it",
          "accept",
          "ok",
          "okay",
          "okey",
          "k",
          "sure",
          "mine",
          "me",
          "on it",
          "i'm on it",
          "im on it",
          "on my way",
          "omw",
          "got it",
          "ich mache es",
          "mach ich",
          "ich",
          "yo lo hago",
          "je m'en occupe",
          "👍",
          "👌",
          "🙋",
          "✋");

  static final Set<String> PASS =
      Set.of(
          "2",
          "pass",
          "decline",
          "no thanks",
          "no thank you",
          "nope",
          "skip",
          "not me",
          "nein danke",
          "no gracias",
          "non merci",
          "no grazie",
          "nee bedankt",
          "👎",
          "🙅");

  /** First words of a refusal; what follows is the reason. */
  static final Set<String> PASS_BECAUSE = Set.of("pass", "decline", "skip");

  static final Set<String> YES =
      Set.of(
          "yes",
          "y",
          "yeah",
          "yep",
          "yup",
          "yes please",
          "ja",
          "jo",
          "jawohl",
          "si",
          "oui",
          "sim",
          "da",
          "tak",
          "kylla",
          "evet",
          "hai",
          "correct",
          "confirmed",
          "true",
          "да",
          "はい",
          "是");

  static final Set<String> NO =
      Set.of(
          "no", "n", "nein", "non", "nao", "nee", "nej", "nie", "niet", "ne", "hayir", "ei",
          "false", "нет", "いいえ", "不");

  static final Set<String> DONE = Set.of("all done", "it's done", "its done", "✅", "☑", "✔");

  /** First words of an answer; what follows is the answer. */
  static final Set<String> DONE_FIRST =
      Set.of(
          "done",
          "finished",
          "complete",
          "completed",
          "ready",
          "fertig",
          "erledigt",
          "hecho",
          "fait",
          "fini",
          "fatto",
          "klaar",
          "feito",
          "gotowe",
          "готово");

  /** First words of a question. */
  static final Set<String> ASK_FIRST = Set.of("ask", "question", "frage", "pregunta");

  static final Set<String> GIVE_BACK =
      Set.of(
          "back",
          "give back",
          "giveback",
          "give it back",
          "return",
          "return it",
          "release",
          "can't",
          "cannot",
          "can not",
          "cant",
          "can't do it",
          "cannot do it",
          "i can't",
          "i cant");

  static final Set<String> PAUSE = Set.of("later", "not now", "quiet", "busy");

  /** First words of a pause; what follows says how long. */
  static final Set<String> PAUSE_FIRST = Set.of("pause", "snooze", "later", "mute");

  static final Set<String> RESUME = Set.of("resume", "unpause", "unmute", "continue");

  static final Set<String> LIST = Set.of("list", "tasks", "open", "what", "what's open", "status");

  static final Set<String> HELP =
      Set.of("help", "hilfe", "ayuda", "aide", "commands", "hi", "hello", "hey", "hallo");

  /** What carriers and Twilio answer themselves. YES is left to us: people say it to questions. */
  static final Set<String> CARRIER =
      Set.of(
          "stop",
          "stopall",
          "stop all",
          "unsubscribe",
          "cancel",
          "end",
          "quit",
          "optout",
          "revoke",
          "start",
          "unstop",
          "help",
          "info");

  private WordTables() {}
}
