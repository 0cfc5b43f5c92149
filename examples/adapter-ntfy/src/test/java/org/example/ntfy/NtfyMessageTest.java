package org.example.ntfy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.Address;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.testkit.TestNotifications;

/** What stands on the phone. */
class NtfyMessageTest {

  private static final TestNotifications FRIDGE =
      TestNotifications.to(Address.configured("anas-tasks"))
          .title("Miller home")
          .intent("check what's in the fridge")
          .context(List.of(new ContentEntry.Text("the milk too")));

  private static NtfyMessage message(TestNotifications notification) {
    return NtfyMessage.of(notification.make(), TestNotifications.NOW);
  }

  @Test
  void aRequestSaysWhatByWhenFromWhomAndOpensThePage() {
    NtfyMessage message = message(FRIDGE);
    assertEquals("anas-tasks", message.topic());
    assertEquals("Miller home", message.title());
    assertEquals(
        List.of(
            "check what's in the fridge",
            "By: 10:00",
            "Wanted: a photo",
            "From: claude-agent",
            "the milk too"),
        message.message().lines().toList());
    assertTrue(message.click().startsWith("https://mess.example.com/respond?"));
  }

  @Test
  void whoHasItIsSaidInTheGatewaysWords() {
    String text = message(FRIDGE.content(new NotificationContent.TakenByOther("Ana"))).message();
    assertEquals("Ana has it: \"check what's in the fridge\"", text);
  }

  @Test
  void withoutALinkThereIsNothingToOpen() {
    assertFalse(message(FRIDGE.withoutLinks()).json().contains("click"));
  }

  @ParameterizedTest
  @CsvSource({"BACKGROUND, 2", "NORMAL, 3", "ELEVATED, 4", "URGENT, 5"})
  void urgencyIsThePriorityOfTheService(Priority priority, int expected) {
    String json = message(FRIDGE.priority(priority)).json();
    assertTrue(json.endsWith(",\"priority\":" + expected + "}"), json);
  }

  @Test
  void theJsonIsWhatTheServicePublishes() {
    assertEquals(
        "{\"topic\":\"t\",\"title\":\"T\",\"message\":\"m\",\"click\":\"http://c\",\"priority\":3}",
        new NtfyMessage("t", "T", "m", 3, "http://c").json());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "say \"hi\"        | say \\\"hi\\\"",
        "back \\ slash     | back \\\\ slash",
        "ein Kühlschrank   | ein Kühlschrank",
        "ice \uD83E\uDDCA | ice \\ud83e\\uddca",
        "half \uD83E      | half \\ud83e",
        "tab\there         | tab\\u0009here"
      },
      delimiter = '|')
  void everyTextIsOneJsonString(String text, String written) {
    String json = new NtfyMessage("t", "T", text, 3, "").json();
    assertTrue(json.contains("\"message\":\"" + written + "\""), json);
  }

  @Test
  void aLongTextStaysAMessageAndBecomesNoAttachment() {
    String text = message(FRIDGE.intent("🧊".repeat(5_000))).message();
    assertTrue(text.endsWith("…"));
    assertTrue(text.getBytes(StandardCharsets.UTF_8).length <= 4_096);
  }

  @Test
  void theLinkIsNotShownInLogs() {
    assertFalse(message(FRIDGE).toString().contains(TestNotifications.LINK_TOKEN));
  }
}
