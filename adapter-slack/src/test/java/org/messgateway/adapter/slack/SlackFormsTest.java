package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.slack.api.util.json.GsonFactory;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.MessageButton;
import org.messgateway.api.text.Texts;
import org.messgateway.testkit.HostileText;

class SlackFormsTest {

  private static JsonObject form(MessageButton button, String about) {
    return form(new SlackAction.Fixed(button), about, Texts.ENGLISH);
  }

  private static JsonObject form(SlackAction action, String about, Texts texts) {
    SlackEvent.SlackOrigin origin =
        new SlackEvent.SlackOrigin(
            "U1", null, "C1", "1.1", "1.0", "https://hooks.slack.com/actions/" + "x".repeat(200));
    SlackEvent.SlackPress press =
        new SlackEvent.SlackPress("id", origin, action, SlackPayloads.DELIVERY, "t", about);
    return GsonFactory.createSnakeCase().toJsonTree(SlackForms.of(press, texts)).getAsJsonObject();
  }

  private static List<JsonObject> inputs(MessageButton button) {
    return inputs(new SlackAction.Fixed(button));
  }

  private static List<JsonObject> inputs(SlackAction action) {
    JsonObject form = form(action, "MESS: \"x\"", Texts.ENGLISH);
    return StreamSupport.stream(form.getAsJsonArray("blocks").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .filter(block -> block.get("type").getAsString().equals("input"))
        .toList();
  }

  private static boolean optional(JsonObject input) {
    return input.has("optional") && input.get("optional").getAsBoolean();
  }

  @Test
  void aQuestionIsNeededAndAReasonIsNot() {
    JsonObject question = inputs(MessageButton.ASK).getFirst();
    assertEquals("question", question.get("block_id").getAsString());
    assertEquals(false, optional(question));
    for (MessageButton button : List.of(MessageButton.DECLINE, MessageButton.GIVE_BACK)) {
      JsonObject reason = inputs(button).getFirst();
      assertEquals("reason", reason.get("block_id").getAsString());
      assertEquals(true, optional(reason));
    }
  }

  @Test
  void doneTakesTextAndFiles() {
    List<JsonObject> inputs = inputs(MessageButton.DONE);
    assertEquals("text", inputs.get(0).get("block_id").getAsString());
    assertEquals(true, inputs.get(0).getAsJsonObject("element").get("multiline").getAsBoolean());
    assertEquals("file_input", inputs.get(1).getAsJsonObject("element").get("type").getAsString());
  }

  @Test
  void aTextIsOneLineAndAPhotoIsNeeded() {
    JsonObject line = inputs(new SlackAction.AskForAnswer(AnswerButton.Kind.TEXT)).getFirst();
    assertEquals("text", line.get("block_id").getAsString());
    assertEquals(false, optional(line));
    assertFalse(line.getAsJsonObject("element").get("multiline").getAsBoolean());
    JsonObject photo = inputs(new SlackAction.AskForAnswer(AnswerButton.Kind.PHOTO)).getFirst();
    assertEquals("files", photo.get("block_id").getAsString());
    assertEquals(false, optional(photo));
  }

  @ParameterizedTest
  @FieldSource("org.messgateway.api.text.Texts#LANGUAGES")
  void titlesAndButtonsFitInEveryLanguage(String language) {
    List<SlackAction> asking =
        Stream.<SlackAction>concat(
                Stream.of(MessageButton.values()).map(SlackAction.Fixed::new),
                Stream.of(AnswerButton.Kind.PHOTO, AnswerButton.Kind.TEXT)
                    .map(SlackAction.AskForAnswer::new))
            .filter(action -> action.form().isPresent())
            .toList();
    for (SlackAction action : asking) {
      JsonObject form = form(action, "x", Texts.of(language));
      for (String part : List.of("title", "submit", "close")) {
        String words = form.getAsJsonObject(part).get("text").getAsString();
        assertTrue(words.length() <= 24 && !words.endsWith("…"), words);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void formsKeepSlacksLimits(HostileText hostile) {
    for (MessageButton button :
        List.of(
            MessageButton.DECLINE,
            MessageButton.DONE,
            MessageButton.ASK,
            MessageButton.GIVE_BACK)) {
      JsonObject form = form(button, hostile.text().repeat(3));
      for (String part : List.of("title", "submit", "close")) {
        String words = form.getAsJsonObject(part).get("text").getAsString();
        assertTrue(!words.isEmpty() && words.length() <= 24, words);
      }
      assertTrue(form.get("private_metadata").getAsString().length() <= 3_000);
      form.getAsJsonArray("blocks").forEach(SlackFormsTest::assertWithinLimits);
    }
  }

  private static void assertWithinLimits(JsonElement block) {
    LenientJson text = new LenientJson(block).at("text");
    if (text.isThere()) {
      String words = text.at("text").text();
      assertTrue(!words.isBlank() && words.length() <= 3_000, words);
    }
  }

  @Test
  void aFormRemembersWhereItWasOpened() {
    String metadata = form(MessageButton.ASK, "x").get("private_metadata").getAsString();
    FormMetadata note = FormMetadata.of(metadata);
    assertEquals(SlackPayloads.DELIVERY, note.delivery());
    assertEquals("ask", note.action());
    assertEquals("C1", note.channel());
    assertEquals("1.1", note.message());
    assertEquals("1.0", note.thread());
    assertEquals(metadata, note.metadata());
  }
}
