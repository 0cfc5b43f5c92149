package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URI;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.Secret;
import org.messgateway.api.text.Texts;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;
import org.messgateway.testkit.FullDiskListener;
import org.slf4j.LoggerFactory;

/**
 * Whatever is posted to Slack's callback: without the signature it is 401 and nothing else happens;
 * with it, it is understood or passed over.
 */
class SlackCallbackFuzz {

  private static final String SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final URI URL = URI.create("https://mess.example.com/callbacks/slack");
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String JSON = "application/json";

  private final FullDiskListener ear = new FullDiskListener();

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger(SlackEventQueue.class)).setLevel(Level.OFF);
  }

  @FuzzTest
  void receive(byte[] input) {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> forged(each));
      CostLimit.within(each.length, () -> genuine(JSON, each));
      CostLimit.within(each.length, () -> genuine(FORM, each));
      CostLimit.within(each.length, () -> understand(LenientJson.of(each)));
      byte[] form =
          ("payload=" + URLEncoder.encode(new String(each, UTF_8), UTF_8)).getBytes(UTF_8);
      CostLimit.within(form.length, () -> genuine(FORM, form));
    }
  }

  /** No work is behind it: the ear keeps nothing, so nothing is begun. */
  @SuppressWarnings("NullAway")
  private CallbackResponse received(CallbackRequest call) {
    try (SlackEventQueue intake = new SlackEventQueue(ear, null, RetryPauses.USUAL)) {
      SlackSignatures signatures = new SlackSignatures(Secret.of(SECRET), () -> NOW);
      return new SlackEndpoint(signatures, intake).receive(call);
    }
  }

  /** The bytes themselves for time and signature, too. */
  private void forged(byte[] body) {
    String text = new String(body, UTF_8);
    int asked = ear.attempts();
    for (String time : List.of(text, Long.toString(NOW.getEpochSecond()))) {
      assertEquals(401, received(call(JSON, time, text, body)).status());
    }
    assertEquals(asked, ear.attempts());
  }

  private void genuine(String type, byte[] body) {
    String time = Long.toString(NOW.getEpochSecond());
    int status = received(call(type, time, signature(time, body), body)).status();
    assertTrue(Set.of(200, 400, 503).contains(status), "status " + status);
  }

  private static void understand(LenientJson payload) {
    SlackEventReader.read(payload).ifPresent(SlackCallbackFuzz::assertWhole);
  }

  private static void assertWhole(SlackEvent event) {
    assertFalse(event.id().isBlank());
    assertFalse(event.origin().user().isEmpty() || event.origin().channel().isEmpty());
    assertEquals(event.origin().message().isEmpty(), event.origin().receipt() == null);
    if (event instanceof SlackEvent.SlackPress press && press.action().form().isPresent()) {
      String metadata = SlackForms.of(press, Texts.ENGLISH).getPrivateMetadata();
      assertEquals(FormMetadata.of(press), FormMetadata.of(metadata));
    }
  }

  private static CallbackRequest call(String type, String time, String signature, byte[] body) {
    return new CallbackRequest(
        "POST",
        URL,
        Map.of(
            "content-type", List.of(type),
            "x-slack-signature", List.of(signature),
            "x-slack-request-timestamp", List.of(time)),
        body);
  }

  private static String signature(String time, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
      mac.update(("v0:" + time + ":").getBytes(UTF_8));
      return "v0=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
