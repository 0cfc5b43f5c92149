package org.messgateway.gateway.answer.chat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.text.Texts;

/**
 * Words people write, in every language of {@link Texts} whatever their own is. Looked up as {@link
 * TextNormalizer} spells them. Whole texts unless said otherwise.
 */
final class WordTables {

  static final Set<String> TAKE =
      spelled(
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
          "✋",
          "ich mach's",
          "ich machs",
          "ich mache das",
          "ich mach das",
          "übernehme ich",
          "ich übernehme",
          "bin dabei",
          "geht klar",
          "klar",
          "lo hago yo",
          "lo hago",
          "yo me encargo",
          "me encargo",
          "me encargo yo",
          "me ocupo yo",
          "vale",
          "claro",
          "je le fais",
          "je m'en charge",
          "d'accord",
          "j'y vais",
          "moi",
          "やります",
          "やる",
          "私がやります",
          "了解",
          "了解です",
          "わかりました",
          "引き受けます",
          "オッケー",
          "任せて");

  static final Set<String> PASS =
      spelled(
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
          "🙅",
          "ich nicht",
          "ohne mich",
          "keine zeit",
          "passe",
          "yo no",
          "paso",
          "no tengo tiempo",
          "pas moi",
          "sans moi",
          "je passe",
          "pas le temps",
          "パス",
          "できません",
          "無理",
          "無理です",
          "むりです");

  /** First words of a refusal; what follows is the reason. */
  static final Set<String> PASS_BECAUSE = spelled("pass", "decline", "skip", "passe", "paso", "パス");

  static final Set<String> YES =
      spelled(
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
          "是",
          "ja bitte",
          "na klar",
          "genau",
          "stimmt",
          "sí por favor",
          "claro que sí",
          "correcto",
          "exacto",
          "oui merci",
          "exact",
          "ええ",
          "うん",
          "そうです");

  static final Set<String> NO =
      spelled(
          "no", "n", "nein", "non", "nao", "nee", "nej", "nie", "niet", "ne", "hayir", "ei",
          "false", "нет", "いいえ", "不", "nö", "いや", "違います", "ちがいます");

  static final Set<String> DONE =
      spelled(
          "all done",
          "it's done",
          "its done",
          "✅",
          "☑",
          "✔",
          "ist fertig",
          "ist erledigt",
          "ya está",
          "c'est fait",
          "c'est fini",
          "できました",
          "終わりました",
          "完了しました");

  /** First words of an answer; what follows is the answer. */
  static final Set<String> DONE_FIRST =
      spelled(
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
          "готово",
          "listo",
          "terminado",
          "terminé",
          "完了");

  /** First words of a question. */
  static final Set<String> ASK_FIRST = spelled("ask", "question", "frage", "pregunta", "質問");

  static final Set<String> GIVE_BACK =
      spelled(
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
          "i cant",
          "can't after all",
          "cant after all",
          "geht doch nicht",
          "geht nicht",
          "kann nicht",
          "ich kann nicht",
          "kann doch nicht",
          "zurück",
          "zurückgeben",
          "no puedo",
          "al final no puedo",
          "al final no",
          "devolver",
          "devuelvo",
          "finalement non",
          "je ne peux pas",
          "je peux pas",
          "rendre",
          "je rends",
          "やっぱり無理",
          "やっぱりできません",
          "戻す",
          "返します");

  static final Set<String> PAUSE =
      spelled(
          "later",
          "not now",
          "quiet",
          "busy",
          "jetzt nicht",
          "nicht jetzt",
          "später",
          "ahora no",
          "más tarde",
          "luego",
          "pas maintenant",
          "plus tard",
          "あとで",
          "今は無理");

  /** First words of a pause; what follows says how long. */
  static final Set<String> PAUSE_FIRST =
      spelled("pause", "snooze", "later", "mute", "pausa", "ruhe", "silencio", "silence", "休止");

  static final Set<String> RESUME =
      spelled(
          "resume",
          "unpause",
          "unmute",
          "continue",
          "weiter",
          "seguir",
          "sigue",
          "reprendre",
          "再開");

  static final Set<String> LIST =
      spelled(
          "list",
          "tasks",
          "open",
          "what",
          "what's open",
          "status",
          "liste",
          "was ist offen",
          "offen",
          "lista",
          "pendientes",
          "qué hay",
          "en attente",
          "一覧",
          "リスト");

  static final Set<String> HELP =
      spelled(
          "help",
          "hilfe",
          "ayuda",
          "aide",
          "commands",
          "hi",
          "hello",
          "hey",
          "hallo",
          "hola",
          "bonjour",
          "salut",
          "ヘルプ",
          "こんにちは");

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

  /** Words may be written as people write them. */
  private static Set<String> spelled(String... words) {
    return Stream.of(words)
        .map(word -> TextNormalizer.of(word).isEmpty() ? word : TextNormalizer.of(word))
        .collect(Collectors.toUnmodifiableSet());
  }
}
