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
import org.messgateway.api.Inbound.Call;
import org.messgateway.testkit.Cost;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.FullEar;
import org.messgateway.testkit.Grown;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.TestNotifications;
import org.slf4j.LoggerFactory;

/**
 * Whatever is posted to Twilio's callback: without the signature it is 401 and nothing else
 * happens; with it, it is understood or passed over.
 */
class TwilioCallbackFuzz {

  private static final URI URL = URI.create(Calls.URL);
  private static final String HEADER = "x-twilio-signature";

  private final FullEar ear = new FullEar();
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
                        "auth_token", Calls.TOKEN,
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
    for (byte[] each : Grown.of(input)) {
      Cost.within(each.length, () -> forged(each));
      Cost.within(each.length, () -> genuine(each));
      Cost.within(each.length, () -> understand(each));
    }
  }

  /** The bytes themselves for signature, too. */
  private void forged(byte[] body) {
    int asked = ear.asked();
    assertEquals(401, adapter.receive(call(body, new String(body, UTF_8))).status());
    assertEquals(asked, ear.asked());
  }

  private void genuine(byte[] body) {
    StringBuilder joined = new StringBuilder();
    Form.parse(body)
        .fields()
        .forEach((name, values) ->
            new TreeSet<>(values).forEach(value -> joined.append(name).append(value)));
    String signature = Calls.signature(Calls.TOKEN, Calls.URL, joined.toString());
    int status = adapter.receive(call(body, signature)).status();
    assertTrue(Set.of(200, 204, 400, 503).contains(status), "status " + status);
  }

  private static Call call(byte[] body, String signature) {
    return new Call("POST", URL, Map.of(HEADER, List.of(signature)), body);
  }

  private static void understand(byte[] body) {
    Form form = Form.parse(body);
    assertEquals(form, Form.parse(form.bytes()));
    Optional<Sms> found = Sms.of(form);
    if (found.isPresent()) {
      Sms sms = found.get();
      assertFalse(sms.sid().isBlank() || sms.from().isBlank());
      assertTrue(sms.body().length() <= 1600 && sms.files() <= 10);
      assertTrue(sms.parts().size() <= sms.files());
      assertFalse(CarrierWord.of(sms).name().isEmpty());
      sms.parts().forEach(part -> assertFalse(MediaFile.isMeant(part) && part.url() == null));
    }
  }
}
