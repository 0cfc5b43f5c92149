package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.slack.api.util.json.GsonFactory;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.Action;
import org.messgateway.testkit.HostileText;

class SlackFormsTest {

  private static JsonObject form(Action action, String about) {
    SlackEvent.Scene scene =
        new SlackEvent.Scene(
            "U1", null, "C1", "1.1", "1.0", "https://hooks.slack.com/actions/" + "x".repeat(200));
    SlackEvent.Pressed pressed =
        new SlackEvent.Pressed("id", scene, action, SlackPayloads.DELIVERY, "t", about);
    return GsonFactory.createSnakeCase().toJsonTree(SlackForms.of(pressed)).getAsJsonObject();
  }

  private static List<JsonObject> inputs(Action action) {
    return StreamSupport.stream(
            form(action, "MESS: \"x\"").getAsJsonArray("blocks").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .filter(block -> block.get("type").getAsString().equals("input"))
        .toList();
  }

  private static boolean optional(JsonObject input) {
    return input.has("optional") && input.get("optional").getAsBoolean();
  }

  @Test
  void aQuestionIsNeededAndAReasonIsNot() {
    JsonObject question = inputs(Action.ASK).getFirst();
    assertEquals("question", question.get("block_id").getAsString());
    assertEquals(false, optional(question));
    for (Action action : List.of(Action.DECLINE, Action.GIVE_BACK)) {
      JsonObject reason = inputs(action).getFirst();
      assertEquals("reason", reason.get("block_id").getAsString());
      assertEquals(true, optional(reason));
    }
  }

  @Test
  void doneTakesTextAndFiles() {
    List<JsonObject> inputs = inputs(Action.DONE);
    assertEquals("text", inputs.get(0).get("block_id").getAsString());
    assertEquals(true, inputs.get(0).getAsJsonObject("element").get("multiline").getAsBoolean());
    assertEquals("file_input", inputs.get(1).getAsJsonObject("element").get("type").getAsString());
  }

  @ParameterizedTest
  @EnumSource
  void formsKeepSlacksLimits(HostileText hostile) {
    for (Action action : List.of(Action.DECLINE, Action.DONE, Action.ASK, Action.GIVE_BACK)) {
      JsonObject form = form(action, hostile.text().repeat(3));
      for (String part : List.of("title", "submit", "close")) {
        String words = form.getAsJsonObject(part).get("text").getAsString();
        assertTrue(!words.isEmpty() && words.length() <= 24, words);
      }
      assertTrue(form.get("private_metadata").getAsString().length() <= 3_000);
      form.getAsJsonArray("blocks").forEach(SlackFormsTest::assertWithinLimits);
    }
  }

  private static void assertWithinLimits(JsonElement block) {
    Parsed text = new Parsed(block).at("text");
    if (text.isThere()) {
      String words = text.at("text").text();
      assertTrue(!words.isBlank() && words.length() <= 3_000, words);
    }
  }

  @Test
  void aFormRemembersWhereItWasOpened() {
    String metadata = form(Action.ASK, "x").get("private_metadata").getAsString();
    FormNote note = FormNote.of(metadata);
    assertEquals(SlackPayloads.DELIVERY, note.delivery());
    assertEquals("ask", note.action());
    assertEquals("C1", note.channel());
    assertEquals("1.1", note.message());
    assertEquals("1.0", note.thread());
    assertEquals(metadata, note.metadata());
  }
}
