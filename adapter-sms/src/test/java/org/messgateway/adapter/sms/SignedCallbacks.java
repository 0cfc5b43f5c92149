package org.messgateway.adapter.sms;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.testkit.simulator.VendorSignatures;

/** Makes calls as Twilio does. */
final class SignedCallbacks {

  static final String TOKEN = "secretToken";
  static final String URL = "https://mess.example.com/callbacks/sms";
  static final String NUMBER = "+14155550123";

  private SignedCallbacks() {}

  /** Fields as name, value, name, value. */
  static CallbackRequest signed(String... fields) {
    PostedForm form = form(fields);
    Map<String, String> single = new TreeMap<>();
    form.fields().forEach((name, values) -> single.put(name, values.getFirst()));
    return with(VendorSignatures.twilio(TOKEN, URL, single), form);
  }

  static CallbackRequest forged(String... fields) {
    return with(VendorSignatures.twilio("anotherToken", URL, Map.of()), form(fields));
  }

  private static CallbackRequest with(String signature, PostedForm form) {
    return new CallbackRequest(
        "POST", URI.create(URL), Map.of("x-twilio-signature", List.of(signature)), form.bytes());
  }

  static PostedForm form(String... fields) {
    PostedForm form = PostedForm.parse(new byte[0]);
    for (int i = 0; i < fields.length; i += 2) {
      form = form.with(fields[i], fields[i + 1]);
    }
    return form;
  }

  /** A message of somebody's. */
  static CallbackRequest message(String sid, String body) {
    return signed(
        "MessageSid", sid, "From", NUMBER, "To", "+14155550100", "Body", body, "NumMedia", "0");
  }

  static CallbackRequest status(String sid, String status, String code) {
    return status(sid, "+14155550100", status, code);
  }

  static CallbackRequest status(String sid, String from, String status, String code) {
    return signed(
        "MessageSid", sid, "MessageStatus", status, "To", NUMBER, "From", from, "ErrorCode", code);
  }
}
