package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.messgateway.api.Inbound.CallbackResponse;

/** Twilio's instructions (TwiML) for a message that it delivered by callback. */
final class TwimlResponse {

  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

  private TwimlResponse() {}

  static CallbackResponse silence() {
    return response("<Response/>");
  }

  /** Sends a text back. The text holds no control characters. */
  static CallbackResponse message(String text) {
    return response("<Response><Message>" + escaped(text) + "</Message></Response>");
  }

  private static CallbackResponse response(String body) {
    return new CallbackResponse(200, "text/xml", (DECLARATION + body).getBytes(UTF_8));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
