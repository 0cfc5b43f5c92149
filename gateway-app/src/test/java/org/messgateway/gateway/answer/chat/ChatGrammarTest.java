package org.messgateway.gateway.answer.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.gateway.answer.chat.Utterance.ReadText;
import org.messgateway.testkit.CostLimit;

/** What people write is read as they mean it, and nothing they write is an error. */
class ChatGrammarTest {

  private static final ChatGrammar.Context OPEN = new ChatGrammar.Context(Set.of("A", "B"), true);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1                         | take",
        "` 1. `                    | take",
        "1!                        | take",
        "1️⃣                        | take",
        "１                         | take",
        "TAKE                      | take",
        "Take it!                  | take",
        "I'll take it              | take",
        "I’ll take it              | take",
        "ok                        | take",
        "OK 👍                     | free OK 👍",
        "👍                        | take",
        "👍🏽                       | take",
        "On my way                 | take",
        "claim                     | take",
        "A1                        | A take",
        "a 1                       | A take",
        "`a1 `                     | A take",
        "B2                        | B pass",
        "b 2                       | B pass",
        "B-2                       | B pass",
        "B) 2                      | B pass",
        "A: 1                      | A take",
        "A1️⃣                       | A take",
        "C1                        | free C1",
        "2                         | pass",
        "2.                        | pass",
        "2️⃣                        | pass",
        "pass                      | pass",
        "No thanks                 | pass",
        "no, thanks                | free no, thanks",
        "nein danke                | pass",
        "👎                        | pass",
        "pass I am abroad          | pass I am abroad",
        "decline: no car today     | pass no car today",
        "A pass no car             | A pass no car",
        "done                      | done",
        "DONE.                     | done",
        "✅                         | done",
        "done found 2 onions       | done found 2 onions",
        "Done: found 2 onions      | done found 2 onions",
        "done, 2 onions            | done 2 onions",
        "DONE - the milk is out    | done the milk is out",
        "done!!! it's clean        | done it's clean",
        "fertig 2 Zwiebeln         | done 2 Zwiebeln",
        "/done 2 onions            | done 2 onions",
        "✅ it is locked            | done it is locked",
        "A done found 2 onions     | A done found 2 onions",
        "a DONE 2 onions           | A done 2 onions",
        "B done                    | B done",
        "A: found 2 onions         | A done found 2 onions",
        "a: milk                   | A done milk",
        "A cat is in the fridge    | free A cat is in the fridge",
        "B is for banana           | free B is for banana",
        "A                         | A free",
        "b.                        | B free",
        "ask                       | ask",
        "ask which fridge          | ask which fridge",
        "ask: which fridge?        | ask which fridge?",
        "?which fridge             | ask which fridge",
        "? which fridge            | ask which fridge",
        "¿which fridge             | ask which fridge",
        "A ask which fridge        | A ask which fridge",
        "A ?which one              | A ask which one",
        "?                         | help",
        "question where is it      | ask where is it",
        "give back                 | back",
        "Give it back              | back",
        "back                      | back",
        "BACK!                     | back",
        "give back, no time        | back no time",
        "can't do it               | back",
        "A back                    | A back",
        "back in an hour           | free back in an hour",
        "yes                       | yes",
        "Y                         | yes",
        "ja                        | yes",
        "Sí                        | yes",
        "oui                       | yes",
        "да                        | yes",
        "YES!                      | yes",
        "A yes                     | A yes",
        "no                        | no",
        "N                         | no",
        "nein                      | no",
        "não                       | no",
        "non.                      | no",
        "b no                      | B no",
        "yes it was the left one   | free yes it was the left one",
        "later                     | pause",
        "not now                   | pause",
        "pause                     | pause",
        "Pause 2h                  | pause 2h",
        "pause until 18:00         | pause until 18:00",
        "snooze 90 min             | pause 90 min",
        "pause the music           | free pause the music",
        "resume                    | resume",
        "list                      | list",
        "List?                     | list",
        "hello                     | help",
        "STOP                      | carrier",
        "stop.                     | carrier",
        "StopAll                   | carrier",
        "cancel                    | carrier",
        "HELP                      | carrier",
        "start                     | carrier",
        "stop the oven             | free stop the oven",
        "found 2 onions            | free found 2 onions",
        "2 onions                  | free 2 onions",
        "1 onion                   | free 1 onion",
        "``                        | free",
        "...                       | free ...",
      })
  void whatIsWrittenIsReadAsItIsMeant(String text, String expected) {
    assertEquals(expected.strip(), shown(ChatGrammar.read(text, OPEN)));
  }

  /** Each of these stands in a text that people of that language get. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "I'll do it            | take",
        "Not me                | pass",
        "Can't after all       | back",
        "Mach ich              | take",
        "Ich nicht             | pass",
        "Geht doch nicht       | back",
        "FERTIG 2 Zwiebeln     | done 2 Zwiebeln",
        "A FRAGE welche Tür    | A ask welche Tür",
        "ZURÜCK                | back",
        "PAUSE 2h              | pause 2h",
        "PAUSE BIS 18:00       | pause BIS 18:00",
        "WEITER                | resume",
        "LISTE                 | list",
        "Lo hago yo            | take",
        "Yo no                 | pass",
        "Al final no puedo     | back",
        "HECHO 2 cebollas      | done 2 cebollas",
        "PREGUNTA cuál         | ask cuál",
        "DEVOLVER              | back",
        "PAUSA 2h              | pause 2h",
        "PAUSA HASTA 18:00     | pause HASTA 18:00",
        "SEGUIR                | resume",
        "LISTA                 | list",
        "Je m'en occupe        | take",
        "Je m’en occupe        | take",
        "Pas moi               | pass",
        "Finalement non        | back",
        "FAIT 2 oignons        | done 2 oignons",
        "QUESTION laquelle     | ask laquelle",
        "RENDRE                | back",
        "PAUSE JUSQU'À 18:00   | pause JUSQU'À 18:00",
        "REPRENDRE             | resume",
        "やります               | take",
        "できません             | pass",
        "やっぱり無理           | back",
        "できました             | done",
        "完了 玉ねぎ2個         | done 玉ねぎ2個",
        "完了　玉ねぎ2個        | done 玉ねぎ2個",
        "完了、玉ねぎ2個        | done 玉ねぎ2個",
        "A 質問 どれですか      | A ask どれですか",
        "戻す                  | back",
        "休止 2時間             | pause 2時間",
        "休止 18:00            | pause 18:00",
        "再開                  | resume",
        "一覧                  | list",
        "いいえ                | no",
        "mañana                | free mañana",
      })
  void whatATextTellsPeopleToWriteIsUnderstood(String text, String expected) {
    assertEquals(expected.strip(), shown(ChatGrammar.read(text.strip(), OPEN)));
  }

  @Test
  void withoutACarrierItsWordsAreLikeAnyOther() {
    ChatGrammar.Context chat = new ChatGrammar.Context(Set.of(), false);
    assertEquals("help", shown(ChatGrammar.read("help", chat)));
    assertEquals("free stop", shown(ChatGrammar.read("stop", chat)));
  }

  @Test
  void anAnswerOfSeveralLinesStaysAsItIs() {
    assertEquals("A done 2 onions\n1 egg", shown(ChatGrammar.read("A: 2 onions\n1 egg", OPEN)));
    assertEquals("done 2 onions\n1 egg", shown(ChatGrammar.read("done\n2 onions\n1 egg", OPEN)));
  }

  @Test
  void whateverIsWrittenIsNoErrorAndTakesNoTime() {
    Random random = new Random(20261121);
    String alphabet = "aAbB12?!.:-, \n\t✅👍\ud83d\udc4d\ufe0f\u20e3doneaskpause2h\u0000\u200dñ１";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(40);
      for (int n = 0; n < length; n++) {
        text.append(
            random.nextInt(4) == 0
                ? (char) random.nextInt(0x10000)
                : alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertNotNull(ChatGrammar.read(text.toString(), OPEN));
    }
    for (String long1 : new String[] {".", "a", "done ", "? ", "1h ", "\n", "A: "}) {
      assertNotNull(ChatGrammar.read(long1.repeat(100_000), OPEN));
    }
  }

  @Test
  void aThousandDotsInTheMiddleOfATextCostNoMoreThanAThousandLetters() {
    String dots = "give it " + ".".repeat(60_000) + " away";
    CostLimit.within(
        dots.length(), () -> assertEquals("free " + dots, shown(ChatGrammar.read(dots, OPEN))));
  }

  private static String shown(ReadText read) {
    String letter = read.letter() == null ? "" : read.letter() + " ";
    return (letter + shown(read.utterance())).strip();
  }

  private static String shown(Utterance utterance) {
    return switch (utterance) {
      case Utterance.Take _ -> "take";
      case Utterance.Pass pass -> "pass " + pass.reason();
      case Utterance.Done done -> "done " + done.text();
      case Utterance.AskQuestion ask -> "ask " + ask.question();
      case Utterance.HandBack back -> "back " + back.reason();
      case Utterance.Yes _ -> "yes";
      case Utterance.No _ -> "no";
      case Utterance.PauseNotifications pause -> "pause " + pause.rest();
      case Utterance.ResumeNotifications _ -> "resume";
      case Utterance.ListOpen _ -> "list";
      case Utterance.Help _ -> "help";
      case Utterance.CarrierWord _ -> "carrier";
      case Utterance.FreeText free -> "free " + free.text();
    };
  }
}
