package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.text.Texts;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.EnlargedInput;
import org.messgateway.testkit.FullDiskListener;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.TestNotifications;
import org.slf4j.LoggerFactory;

/**
 * Whatever is posted to Telegram's callback: without the secret it is not Telegram's; with it, it
 * is understood or passed over.
 */
class TelegramCallbackFuzz {

  private static final URI URL = URI.create("https://mess.example.com/callbacks/telegram");
  private static final String HEADER = "x-telegram-bot-api-secret-token";
  private static final Duration TIME = Duration.ofSeconds(1);

  private static final TelegramSettings SETTINGS =
      TelegramSettings.of(
          DescribedSettings.of(
              new TelegramProvider().describe().settings(),
              Map.of("bot_token", "123:secretToken")));

  private static final ManualClock CLOCK = ManualClock.at(TestNotifications.NOW);
  private static final BotApiJsonClient API = new BotApiJsonClient(SETTINGS, TIME, CLOCK);
  private static final InboundThreads LIFE = new InboundThreads();

  private final FullDiskListener ear = new FullDiskListener();
  private final UpdateReader reader =
      new UpdateReader(
          new TelegramMessageReader(API, new BotIdentity(SETTINGS, API), new OpenPrompts()));
  private final TelegramWebhook webhook =
      new TelegramWebhook(
          API,
          SETTINGS,
          URL,
          new InboundHealth("telegram", TIME, () -> 0),
          LIFE,
          InboundTimings.USUAL);

  /** The ear keeps nothing, so the worker is never given anything. */
  @SuppressWarnings("NullAway")
  private final TelegramEventQueue eventQueue =
      new TelegramEventQueue(ear, null, LIFE, InboundTimings.USUAL, SETTINGS, API);

  @BeforeAll
  static void beQuiet() {
    ((Logger) LoggerFactory.getLogger("org.messgateway.adapter.telegram")).setLevel(Level.OFF);
  }

  @AfterAll
  static void end() {
    LIFE.close();
    API.close();
  }

  @FuzzTest
  void receive(byte[] input) {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> forged(each));
      CostLimit.within(each.length, () -> genuine(each));
      CostLimit.within(each.length, () -> understand(each));
    }
  }

  private void forged(byte[] body) {
    assertFalse(webhook.isGenuine(call(body, List.of())));
    String text = new String(body, UTF_8);
    String secret = SETTINGS.webhookSecret().reveal();
    assertEquals(text.equals(secret), webhook.isGenuine(call(body, List.of(text))));
    assertFalse(webhook.isGenuine(call(body, List.of(secret, text))));
  }

  private void genuine(byte[] body) {
    CallbackRequest call = call(body, List.of(SETTINGS.webhookSecret().reveal()));
    assertTrue(webhook.isGenuine(call));
    int status = webhook.take(call, eventQueue).status();
    assertTrue(Set.of(200, 413, 503).contains(status), "status " + status);
  }

  private static CallbackRequest call(byte[] body, List<String> secret) {
    return new CallbackRequest("POST", URL, Map.of(HEADER, secret), body);
  }

  private void understand(byte[] body) {
    JsonNode update;
    try {
      update = API.json().readTree(body);
    } catch (IOException noJson) {
      return;
    }
    if (update != null) {
      TelegramEvent event = new TelegramEvent("123.1", update);
      assertFalse(event.lane().isEmpty());
      assertEquals(
          event.album().isEmpty(),
          update.path("message").path("media_group_id").asText("").isEmpty());
      assertWhole(reader.read(event.id(), List.of(update)));
      assertWhole(reader.read(event.id(), List.of(update, update)));
    }
  }

  private static void assertWhole(UpdateMeaning meaning) {
    switch (meaning) {
      case UpdateMeaning.EventToReport(InboundEvent event, ReplyTarget _) ->
          assertEquals("123.1", event.id());
      case UpdateMeaning.RemarkToShow(String key, TelegramUser _, ReplyTarget _) ->
          assertFalse(Texts.ENGLISH.get(key).isBlank());
      case UpdateMeaning.PromptToAsk promptToAsk ->
          assertTrue(ReplyPrompt.needed(promptToAsk.prompt().button()));
      case UpdateMeaning.Irrelevant() -> {}
    }
  }
}
