package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.testkit.HostileText;

class MrkdwnTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      value = {
        "check what's in the fridge ¦ check what's in the fridge",
        "a < b & c > d ¦ a &lt; b &amp; c &gt; d",
        "<!channel> <@U123> <#C1|x> ¦ &lt;!channel&gt; &lt;@U123&gt; &lt;#C1|x&gt;",
        "&lt; ¦ &amp;lt;",
        "see https://a.example/b?c=1&d=2. ¦ see <https://a.example/b?c=1&amp;d=2>.",
        "https://a.example|evil ¦ <https://a.example>|evil",
        "<https://evil.example|bank> ¦ &lt;<https://evil.example>|bank&gt;",
        "(http://a.example/x) ¦ (<http://a.example/x>)",
        "javascript:alert(1) tg://x ¦ javascript:alert(1) tg://x",
        "it is *mine* and _yours_ ¦ it is *mine* and _yours_",
      })
  void onlyOurOwnLinksStandInAngleBrackets(String written, String mrkdwn) {
    assertEquals(mrkdwn, Mrkdwn.linked(written, 3000));
  }

  @Test
  void lockScreensGetNoLinkMarkup() {
    assertEquals("see https://a.example &amp; go", Mrkdwn.plain("see https://a.example & go", 99));
  }

  @Test
  void boldEndsWithTheLineAndStartsAgain() {
    assertEquals("*one*\n\n*two*", Mrkdwn.bold("one\n\n two ", 3000));
    String many = "line\n".repeat(21);
    assertFalse(Mrkdwn.bold(many, 3000).contains("*"), "many lines are not shouted");
  }

  @Test
  void neitherAnEntityNorALinkNorAnEmojiIsCutInTheMiddle() {
    assertEquals("a…", Mrkdwn.linked("a&&", 5));
    assertEquals("a&amp;…", Mrkdwn.linked("a&b&", 7));
    assertEquals("see…", Mrkdwn.linked("see https://a.example/long", 20));
    assertEquals("🧊…", Mrkdwn.linked("🧊🧊🧊", 4));
  }

  @ParameterizedTest
  @EnumSource
  void hostileTextsStayWithinTheLimitAndOpenNothing(HostileText hostile) {
    for (String mrkdwn :
        List.of(
            Mrkdwn.linked(hostile.text(), 3000),
            Mrkdwn.bold(hostile.text(), 3000),
            Mrkdwn.plain(hostile.text(), 3000))) {
      assertTrue(mrkdwn.length() <= 3000, () -> mrkdwn.length() + " characters");
      assertFalse(mrkdwn.replaceAll("<https?://[^<>|\\s]+>", "").matches("(?s).*[<>].*"), mrkdwn);
    }
  }
}
