package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.messgateway.api.Inbound.Response;

/** What Twilio is told to do with a message that it brought to us. */
final class TwiMl {

  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

  private TwiMl() {}

  static Response silence() {
    return response("<Response/>");
  }

  /** Sends this text back; it holds no control characters. */
  static Response message(String text) {
    return response("<Response><Message>" + escaped(text) + "</Message></Response>");
  }

  private static Response response(String body) {
    return new Response(200, "text/xml", (DECLARATION + body).getBytes(UTF_8));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
