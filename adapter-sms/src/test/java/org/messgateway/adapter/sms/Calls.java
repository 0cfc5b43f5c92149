package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.messgateway.api.Inbound.Call;

/** Makes calls as Twilio does, signed by a second implementation. */
final class Calls {

  static final String TOKEN = "secretToken";
  static final String URL = "https://mess.example.com/callbacks/sms";
  static final String NUMBER = "+14155550123";

  private Calls() {}

  /** Fields as name, value, name, value. */
  static Call signed(String... fields) {
    Form form = form(fields);
    StringBuilder joined = new StringBuilder();
    form.fields().forEach((name, values) -> joined.append(name).append(values.getFirst()));
    return with(signature(TOKEN, URL, joined.toString()), form);
  }

  static Call forged(String... fields) {
    return with(signature("anotherToken", URL, ""), form(fields));
  }

  private static Call with(String signature, Form form) {
    return new Call(
        "POST", URI.create(URL), Map.of("x-twilio-signature", List.of(signature)), form.bytes());
  }

  static Form form(String... fields) {
    Form form = Form.parse(new byte[0]);
    for (int i = 0; i < fields.length; i += 2) {
      form = form.with(fields[i], fields[i + 1]);
    }
    return form;
  }

  /** A message of somebody's. */
  static Call message(String sid, String body) {
    return signed(
        "MessageSid", sid, "From", NUMBER, "To", "+14155550100", "Body", body, "NumMedia", "0");
  }

  static Call status(String sid, String status, String code) {
    return signed(
        "MessageSid",
        sid,
        "MessageStatus",
        status,
        "To",
        NUMBER,
        "From",
        "+14155550100",
        "ErrorCode",
        code);
  }

  static String signature(String token, String url, String joined) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(token.getBytes(UTF_8), "HmacSHA1"));
      return Base64.getEncoder().encodeToString(mac.doFinal((url + joined).getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
