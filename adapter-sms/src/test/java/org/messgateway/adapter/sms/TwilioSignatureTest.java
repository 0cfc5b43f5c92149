package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Secret;
import org.messgateway.testkit.simulator.VendorSignatures;

class TwilioSignatureTest {

  /** The example of Twilio's documentation. */
  private static final String DOCUMENTED = "L/OH5YylLD5NRKLltdqwSvS0BnU=";

  private static final String URL = "https://example.com/myapp.php?foo=1&bar=2";

  private static final String BODY =
      "To=%2B18005551212&From=%2B14158675310&Digits=1234&Caller=%2B14158675310"
          + "&CallSid=CA1234567890ABCDE";

  private static boolean genuine(String token, String url, String body, List<String> signature) {
    CallbackRequest call =
        new CallbackRequest(
            "POST", URI.create(url), Map.of("x-twilio-signature", signature), body.getBytes(UTF_8));
    return new TwilioSignature(Secret.of(token)).genuine(call, PostedForm.parse(call.body()));
  }

  @ParameterizedTest
  @ValueSource(strings = {URL, "https://example.com:443/myapp.php?foo=1&bar=2"})
  void theDocumentedExampleIsGenuineWithAndWithoutThePort(String url) {
    assertTrue(genuine("12345", url, BODY, List.of(DOCUMENTED)));
  }

  @Test
  void whateverIsDifferentIsForged() {
    assertFalse(genuine("12346", URL, BODY, List.of(DOCUMENTED)));
    assertFalse(genuine("12345", URL + "3", BODY, List.of(DOCUMENTED)));
    assertFalse(genuine("12345", URL, BODY + "&x=1", List.of(DOCUMENTED)));
    assertFalse(genuine("12345", URL, BODY.replace("1234&", "1235&"), List.of(DOCUMENTED)));
    assertFalse(genuine("12345", URL, BODY, List.of("")));
    assertFalse(genuine("12345", URL, BODY, List.of()));
    assertFalse(genuine("12345", URL, BODY, List.of(DOCUMENTED, DOCUMENTED)));
  }

  @Test
  void repeatedFieldsAreAllSigned() {
    String signature = VendorSignatures.twilio("12345", URL + "a1a2b");
    assertTrue(genuine("12345", URL, "a=2&b=&a=1&a=2", List.of(signature)));
    assertFalse(genuine("12345", URL, "a=1&b=", List.of(signature)));
  }
}
