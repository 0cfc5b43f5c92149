package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.EnlargedInput;
import org.messgateway.testkit.FullDiskListener;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.TestNotifications;
import org.messgateway.testkit.simulator.VendorSignatures;
import org.slf4j.LoggerFactory;

/**
 * Whatever is posted to Twilio's callback: without the signature it is 401 and nothing else
 * happens; with it, it is understood or passed over.
 */
class TwilioCallbackFuzz {

  private static final URI URL = URI.create(SignedCallbacks.URL);
  private static final String HEADER = "x-twilio-signature";

  private final FullDiskListener ear = new FullDiskListener();
  private SmsAdapter adapter;

  @BeforeEach
  void listen() {
    ((Logger) LoggerFactory.getLogger("org.messgateway.adapter.sms")).setLevel(Level.OFF);
    SmsProvider provider = new SmsProvider();
    adapter =
        (SmsAdapter)
            provider.create(
                DescribedSettings.of(
                    provider.describe().settings(),
                    Map.of(
                        "account_sid", "AC0123456789abcdef0123456789abcdef",
                        "auth_token", SignedCallbacks.TOKEN,
                        "from", "+14155550100",
                        "inbound", "callback")),
                new AdapterServices(
                    "sms", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(1), URL));
    adapter.listen(ear);
  }

  @AfterEach
  void end() {
    adapter.close();
  }

  @FuzzTest
  void receive(byte[] input) {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> forged(each));
      CostLimit.within(each.length, () -> genuine(each));
      CostLimit.within(each.length, () -> understand(each));
    }
  }

  /** The bytes themselves for signature, too. */
  private void forged(byte[] body) {
    int asked = ear.attempts();
    assertEquals(401, adapter.receive(call(body, new String(body, UTF_8))).status());
    assertEquals(asked, ear.attempts());
  }

  private void genuine(byte[] body) {
    StringBuilder joined = new StringBuilder();
    PostedForm.parse(body)
        .fields()
        .forEach((name, values) ->
            new TreeSet<>(values).forEach(value -> joined.append(name).append(value)));
    String signature = VendorSignatures.twilio(SignedCallbacks.TOKEN, SignedCallbacks.URL + joined);
    int status = adapter.receive(call(body, signature)).status();
    assertTrue(Set.of(200, 204, 400, 503).contains(status), "status " + status);
  }

  private static CallbackRequest call(byte[] body, String signature) {
    return new CallbackRequest("POST", URL, Map.of(HEADER, List.of(signature)), body);
  }

  private static void understand(byte[] body) {
    PostedForm form = PostedForm.parse(body);
    assertEquals(form, PostedForm.parse(form.bytes()));
    Optional<InboundSms> found = InboundSms.of(form);
    if (found.isPresent()) {
      InboundSms sms = found.get();
      assertFalse(sms.sid().isBlank() || sms.from().isBlank());
      assertTrue(sms.body().length() <= 1600 && sms.files() <= 10);
      assertTrue(sms.parts().size() <= sms.files());
      assertFalse(CarrierKeyword.of(sms).name().isEmpty());
      sms.parts().forEach(part -> assertFalse(MmsFile.isMeant(part) && part.url() == null));
    }
  }
}
