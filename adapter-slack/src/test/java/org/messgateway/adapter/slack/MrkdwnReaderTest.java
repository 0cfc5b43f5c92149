package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
  @EnumSource
  void whatWeEscapeComesBack(HostileText hostile) {
    assertEquals(
        PlainText.of(hostile.text()).strip(),
        MrkdwnReader.plain(Mrkdwn.plain(hostile.text(), 1_000_000)).strip());
  }
}
