package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.PlainText;
import org.messgateway.testkit.HostileText;

class MrkdwnReaderTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "found 2 onions ~ found 2 onions",
        "a &lt;b&gt; &amp;amp; c ~ a <b> &amp; c",
        "<https://a.example/x?y=1&amp;z=2> ~ https://a.example/x?y=1&z=2",
        "<https://a.example|a.example> ~ https://a.example",
        "<mailto:t@a.example|t@a.example> ~ t@a.example",
        "<tel:+14155550123|call me> ~ call me",
        "<@U123> and <@U123|ana> ~ @U123 and @ana",
        "<#C123|kitchen> ~ #kitchen",
        "<!here> <!date^1^{date}|Friday> ~ @here Friday",
        "costs <https://a.example|$1 \\2> ~ costs https://a.example",
        "<> ~ ''",
        "5 < 6 ~ 5 < 6",
      })
  void markupBecomesWords(String slack, String plain) {
    assertEquals(plain, MrkdwnReader.plain(slack));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        ":+1: ~ 👍",
        ":-1: ~ 👎",
        ":+1::skin-tone-3: ~ 👍",
        "tea &amp; :tea::tea: at 10:30:00 ~ tea & 🍵🍵 at 10:30:00",
        ":wave::skin-tone-3: :flag-de: ~ 👋🏼 🇩🇪",
        ":our-own: :unknown: :broken: :half: ~ :our-own: :unknown: :broken: :half:",
      })
  void anEmojiBecomesItsCharacter(String text, String plain) {
    JsonObject message =
        SlackPayloads.object(
            """
            {"blocks":[{"type":"rich_text","elements":[
              {"type":"rich_text_section","elements":[
                {"type":"emoji","name":"+1","unicode":"1f44d"},
                {"type":"emoji","name":"-1","unicode":"1f44e"},
                {"type":"emoji","name":"tea","unicode":"1f375"},
                {"type":"emoji","name":"our-own"},
                {"type":"emoji","name":"broken","unicode":"zz"},
                {"type":"emoji","name":"half","unicode":"d83d"}]},
              {"type":"rich_text_list","elements":[{"type":"rich_text_section","elements":[
                {"type":"emoji","name":"wave::skin-tone-3","unicode":"1f44b-1f3fc","skin_tone":3},
                {"type":"emoji","name":"flag-de","unicode":"1f1e9-1f1ea"}]}]}]}]}
            """);
    message.addProperty("text", text);
    assertEquals(plain, MrkdwnReader.plain(new LenientJson(message)));
  }

  @ParameterizedTest
  @EnumSource
  void whatWeEscapeComesBack(HostileText hostile) {
    assertEquals(
        PlainText.of(hostile.text()).strip(),
        MrkdwnReader.plain(Mrkdwn.plain(hostile.text(), 1_000_000)).strip());
  }
}
