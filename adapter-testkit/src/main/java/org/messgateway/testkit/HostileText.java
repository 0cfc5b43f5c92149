package org.messgateway.testkit;

/** Texts of people, agents and attackers that break careless adapters. */
public enum HostileText {
  MARKUP(
      "<b>bold</b> *stars* _lines_ `code` ~gone~ <https://x.example|link> [a](b) &amp; <!channel>"),
  BROKEN_MARKUP("<b>never closed <a href=\"x\" *one _two `three ]( \\ {{x}} %s ${y}"),
  MENTIONS("<@U123> <!here> @everyone <#C1> tg://user?id=1"),
  EMOJI("👩‍👩‍👧‍👦 🏳️‍🌈 🧊 ✅ 🇩🇪 👍🏽"),
  RIGHT_TO_LEFT("בדוק מה יש במקרר \u202Eevil\u202C وصورة أيضا"),
  COMBINING("Z̷͖̈́a̶l̸g̴ô̷ ﷽ ﷽ e\u0301\u0301\u0301"),
  LONG("Please check the fridge and tell me. ".repeat(271).substring(0, 10_000)),
  LONG_EMOJI("🧊".repeat(5_000)),
  CONTROL("bell\u0007 null\u0000 escape\u001B[31m del\u007F c1\u0085 back\b form\f tab\t"),
  HIDDEN("a\u202Eb\u2066c\u200Fd\u061Ce\u2028f\u0085g\uFEFFh\u200Bi\uDB40\uDC41j\u009B31m"),
  LINES("one\r\ntwo\nthree\r\n\r\nX-Injected: yes\r\n"),
  LONE_SURROGATES("high \uD83D low \uDE00 end \uD83D"),
  QUOTES("it's \"quoted\" 'twice' \\ back / slash"),
  JSON("{\"text\": \"not yours\", \"blocks\": []}"),
  YAML("--- !!python/object\n- &a [*a]\nno: yes"),
  EMPTY(""),
  BLANK(" \t\n ");

  private final String text;

  HostileText(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
