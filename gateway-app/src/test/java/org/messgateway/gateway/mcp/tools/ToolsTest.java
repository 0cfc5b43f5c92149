package org.messgateway.gateway.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.Conforms;

/** What each tool does and tells, called over HTTP by the official client. */
class ToolsTest extends SharedToolScene {

  /** The smallest PNG there is. */
  private static final String PIXEL =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
          + "awAAAABJRU5ErkJggg==";

  private static final String DONE =
      "[{response: {content: [\"two eggs, milk\", {image: \"" + PIXEL + "\"}]}}]";

  @Test
  @Conforms({231, 232, 233, 234, 235})
  void theToolsOfThePlanAreListedWithItsNamesRequiredArgumentsAndDefaults() {
    Map<String, Tool> tools =
        scene.claude().listTools().tools().stream()
            .collect(Collectors.toMap(Tool::name, each -> each));
    shape(tool(tools, "mess"), List.of("message"), "message", "exchange");
    shape(tool(tools, "mess_observe"), List.of("intent"), "intent", "context", "exchange");
    shape(tool(tools, "mess_do"), List.of("intent"), "intent", "context", "requires", "exchange");
    shape(tool(tools, "mess_status"), List.of(), "re", "exchange");
    shape(tool(tools, "mess_cancel"), List.of("re"), "re", "reason", "exchange");
    assertTrue(
        tools
            .keySet()
            .containsAll(Set.of("mess_answer", "mess_wait", "mess_fetch", "mess_capabilities")));
    for (Tool tool : tools.values()) {
      assertFalse(tool.description().isBlank(), tool.name());
      assertNotEquals(null, tool.outputSchema(), tool.name());
    }
    assertEquals(true, tool(tools, "mess_status").annotations().readOnlyHint());
    assertEquals(true, tool(tools, "mess_cancel").annotations().destructiveHint());
    assertEquals(false, tool(tools, "mess_do").annotations().readOnlyHint());
  }

  private static Tool tool(Map<String, Tool> tools, String name) {
    return Objects.requireNonNull(tools.get(name), name);
  }

  private static Map<?, ?> map(Map<?, ?> of, String name) {
    return (Map<?, ?>) Objects.requireNonNull(of.get(name), name);
  }

  private static void shape(Tool tool, List<String> required, String... names) {
    Map<?, ?> properties = map(tool.inputSchema(), "properties");
    assertTrue(properties.keySet().containsAll(List.of(names)), tool.name() + properties);
    assertEquals(
        required,
        Objects.requireNonNullElse(tool.inputSchema().get("required"), List.of()),
        tool.name());
    assertEquals("primary", map(properties, "exchange").get("default"), tool.name());
  }

  @Test
  @Conforms({232, 236})
  void anObservationWaitsForTheAnswerAndShowsThePictureAndWhoSaidIt() throws Exception {
    CompletableFuture<ToolScene.Told> asked =
        scene.later("mess_observe", Map.of("intent", "what's in the fridge?"));
    String ref = onlyOpen();
    scene.ana(ref, "[{status: {code: claimed}}]");
    ToolScene.eventually(
        "it is told that ana has it: " + scene.progress,
        () -> scene.progress.contains("Ana Novak has it"));
    scene.ana(ref, DONE);
    ToolScene.Told told = asked.get(30, TimeUnit.SECONDS);
    assertEquals("completed", told.structured().path("status").asText());
    assertTrue(told.structured().path("ended").asBoolean());
    JsonNode answer = told.structured().at("/answers/0");
    assertEquals("ana", answer.path("from").asText());
    assertEquals("Ana Novak", answer.path("name").asText());
    assertEquals("two eggs, milk", answer.path("text").asText());
    assertFalse(answer.path("at").asText().isEmpty());
    assertTrue(
        told.content().stream()
            .anyMatch(each -> each.path("mimeType").asText().equals("image/png")),
        told.content()::toString);
    assertTrue(told.text().startsWith("MESS:\n  - status:\n"), told.text());
    assertFalse(told.text().contains("base64"), told.text());
  }

  private String onlyOpen() throws InterruptedException {
    ToolScene.eventually("a task is open", () -> !open().isEmpty());
    return open().get(0).path("ref").asText();
  }

  private JsonNode open() {
    return scene.call("mess_status", Map.of()).structured().path("tasks");
  }

  @Test
  @Conforms(236)
  void anObservationThatIsNotAnsweredInTimeIsGoneOnWithByWait() throws Exception {
    ToolScene.Told told =
        scene.call("mess_observe", Map.of("intent", "is the door shut?", "wait", 0.2));
    assertEquals("pending", told.structured().path("status").asText());
    assertTrue(told.text().contains("mess_wait(re: \"" + told.ref() + "\")"), told.text());
    scene.ana(told.ref(), "[{response: {content: [\"it is shut\"]}}]");
    ToolScene.Told after = scene.call("mess_wait", Map.of("re", told.ref()));
    assertEquals("it is shut", after.structured().at("/answers/0/text").asText());
  }

  @Test
  @Conforms({233, 237})
  void anActionReturnsAtOnceAndMayRequireConfirmation() throws Exception {
    ToolScene.Told told =
        scene.call(
            "mess_do",
            Map.of(
                "intent",
                "vacuum the rice spill",
                "context",
                List.of("in front of the kitchen sink", "about a cup of rice")));
    String ref = told.ref();
    scene.ana(ref, "[{status: {code: needs_confirmation, message: \"it is loud. now?\"}}]");
    ToolScene.Told asked = scene.call("mess_wait", Map.of("ref", ref));
    assertEquals("you", asked.structured().path("waits_for").asText());
    assertEquals("confirmation", asked.structured().at("/open/0/kind").asText());
    assertTrue(
        asked.text().contains("mess_answer(re: \"" + ref + "\", confirm: true)"), asked.text());
    scene.call("mess_answer", Map.of("re", ref, "confirm", true));
    assertTrue(thread(ref).contains("confirm: true"), thread(ref));
    assertEquals(
        0, scene.call("mess_status", Map.of("re", ref)).structured().at("/task/open").size());
  }

  private String thread(String ref) {
    return scene
        .call("mess_fetch", Map.of("uri", "thread://" + ref))
        .structured()
        .path("text")
        .asText();
  }

  @Test
  @Conforms(243)
  void aQuestionIsAnsweredUnderTheNameThatTheAskerGaveTheAnswer() throws Exception {
    String ref = scene.ask("vacuum-kitchen", "vacuum the kitchen");
    scene.ana(
        ref,
        "[{status: {code: needs_input, questions: [{field: location, question: \"which side?\","
            + " options: [left, right, both]}]}}]");
    ToolScene.Told asked = scene.call("mess_wait", Map.of("re", "vacuum-kitchen"));
    assertEquals("question", asked.structured().at("/open/0/kind").asText());
    assertEquals("both", asked.structured().at("/open/0/options/2").asText());
    assertTrue(asked.structured().at("/open/0/reply").asText().contains("answers:"));
    scene.call("mess_answer", Map.of("re", "vacuum-kitchen", "answer", "both"));
    assertTrue(thread(ref).contains("location: both"), thread(ref));
  }

  @Test
  void severalQuestionsAreAnsweredTogetherOrNotAtAll() throws Exception {
    String ref = scene.ask("shelf", "put up the shelf");
    scene.ana(
        ref,
        "[{status: {code: needs_input, questions: [{field: wall, question: which wall?},"
            + " {field: height, question: how high?}]}}]");
    scene.call("mess_wait", Map.of("re", ref));
    String refused = scene.refused("mess_answer", Map.of("re", ref, "answer", "the left one"));
    assertTrue(refused.contains("`answers` with a member for each `field`"), refused);
    scene.call(
        "mess_answer", Map.of("re", ref, "answers", Map.of("wall", "left", "height", "1 m")));
    assertTrue(thread(ref).contains("height: \"1 m\""), thread(ref));
  }

  @Test
  @Conforms(243)
  void aSuggestionIsAcceptedByTheTaskThatHasIt() throws Exception {
    String ref = scene.ask("groceries", "buy onions at the market");
    scene.ana(
        ref,
        "[{suggestion: {id: \"sug:other-shop\", type: alternative, re: [%s],".formatted(ref)
            + " proposed: {intent: buy onions at the corner shop}, reason: it rains}}]");
    ToolScene.Told asked = scene.call("mess_wait", Map.of("re", ref));
    assertEquals("suggestion", asked.structured().at("/open/0/kind").asText());
    scene.call("mess_answer", Map.of("re", ref, "accept", true));
    ToolScene.eventually(
        "the task goes on as it was proposed",
        () ->
            scene
                .call("mess_fetch", Map.of("uri", "mess://history"))
                .text()
                .contains("corner shop"));
  }

  @Test
  @Conforms({235, 234})
  void aCancelledTaskIsToldToAnaAndCannotBeCancelledTwice() {
    String ref = scene.ask("clips", "print clips");
    ToolScene.Told told = scene.call("mess_cancel", Map.of("re", "clips", "reason", "found some"));
    assertEquals("cancelled", told.structured().path("status").asText());
    assertTrue(thread(ref).contains("found some"));
    ToolScene.Told again = scene.call("mess_cancel", Map.of("re", ref, "reason", "really"));
    assertTrue(again.structured().path("notes").toString().contains("ended"), again.text());
    assertEquals(0, open().size());
  }

  @Test
  @Conforms({234, 238})
  void theStatusOfAllListsWhatIsOpenTheNewestFirst() {
    scene.ask("one", "water the plants");
    scene.ask("two", "feed the cat");
    JsonNode tasks = scene.call("mess_status", Map.of("re", "all")).structured().path("tasks");
    assertEquals(2, tasks.size());
    assertEquals("two", tasks.get(0).path("id").asText());
    assertEquals("water the plants", tasks.get(1).path("intent").asText());
    assertEquals(
        "one",
        scene.call("mess_status", Map.of("ref", "one")).structured().at("/task/id").asText(),
        "ref is another name of re");
  }

  @Test
  void waitingForAnythingReturnsTheTaskThatIsAnsweredFirst() throws Exception {
    scene.ask("one", "water the plants");
    String two = scene.ask("two", "feed the cat");
    CompletableFuture<ToolScene.Told> waits = scene.later("mess_wait", Map.of("wait", 30));
    scene.ana(two, "[{response: {content: [\"the cat is full\"]}}]");
    assertEquals("two", waits.get(40, TimeUnit.SECONDS).structured().path("id").asText());
    ToolScene.Told nothing = scene.call("mess_wait", Map.of("wait", 0.1, "until", "ended"));
    assertTrue(nothing.text().startsWith("Nothing happened in 0 s."), nothing.text());
  }

  @Test
  void whatEndsBetweenTwoWaitsIsToldByTheNextAndOnce() throws Exception {
    Map<String, Object> anything = Map.of("wait", 0.1, "until", "ended");
    String one = scene.ask("one", "water the plants");
    assertTrue(scene.call("mess_wait", anything).text().startsWith("Nothing happened in 0 s."));
    String two = scene.ask("two", "feed the cat");
    scene.ana(one, "[{status: {code: completed}}]");
    scene.ana(two, "[{status: {code: completed}}]");

    Set<String> told = new HashSet<>();
    told.add(scene.call("mess_wait", anything).structured().path("id").asText());
    told.add(scene.call("mess_wait", anything).structured().path("id").asText());
    assertEquals(Set.of("one", "two"), told);
    assertTrue(scene.call("mess_wait", anything).text().startsWith("Nothing happened in 0 s."));
  }

  @Test
  void whatEndedWasShownAlreadyAndIsNotWaitedFor() throws Exception {
    String one = scene.ask("one", "water the plants");
    scene.ana(one, "[{status: {code: completed}}]");
    scene.call("mess_status", Map.of("re", one));
    scene.call("mess_cancel", Map.of("re", scene.ask("two", "feed the cat")));
    ToolScene.Told nothing = scene.call("mess_wait", Map.of("wait", 0.1));
    assertTrue(nothing.text().startsWith("Nothing happened in 0 s."), nothing.text());
  }

  @Test
  void theSameWordsWithinAMinuteAreTheSameTask() {
    ToolScene.Told first = scene.call("mess_do", Map.of("intent", "ring the bell"));
    ToolScene.Told second = scene.call("mess_do", Map.of("intent", "ring the bell"));
    assertEquals(first.ref(), second.ref());
    assertTrue(second.text().contains("no new one"), second.text());
    assertEquals(1, open().size());
  }

  @Test
  @Conforms(243)
  void messTakesWrappedBareAndJsonMessagesBatchesAndQueries() {
    for (String message :
        List.of(
            "MESS:\n  - request:\n      intent: check the stove\n",
            """
            - v: "1.0.0"
            - request:
                intent: check the garage door
                context:
                  - getting ready for bed
                response_hint:
                  - image
            """,
            "request: {intent: check the cellar}",
            "{\"MESS\": [{\"request\": {\"intent\": \"check the attic\"}}]}")) {
      ToolScene.Told told = scene.call("mess", Map.of("message", message));
      assertTrue(told.ref().matches("\\d{4}-\\d{2}-\\d{2}-\\d{3}"), told.text());
      assertTrue(told.text().contains("- ack:"), told.text());
    }
    ToolScene.Told batch =
        scene.call(
            "mess",
            Map.of(
                "message",
                "MESS: [{request: {id: shop, intent: buy onions}}, {request: {id: prep, intent:"
                    + " dice the onions, constraints: {depends_on: [shop]}}}]"));
    assertEquals(2, batch.structured().path("created").size());
    ToolScene.Told found =
        scene.call("mess", Map.of("message", "- query: {type: status, filter: {limit: 3}}"));
    assertEquals(3, found.structured().at("/answers/0/threads").size());
  }

  @Test
  @Conforms(243)
  void aFileThatNobodyCanBeShownIsNamedInTheAnswer() throws Exception {
    Path file = Files.writeString(scene.home.resolve("clip.stl"), "solid");
    ToolScene.Told told =
        scene.call(
            "mess",
            Map.of(
                "message",
                "MESS: [{request: {intent: print it, context: [{file: \"%s\"}, use PETG]}}]"
                    .formatted(file.toUri())));
    assertTrue(told.text().contains("cannot be shown"), told.text());
    assertTrue(told.structured().path("notes").get(0).asText().contains("clip.stl"));
  }

  @Test
  void whatWasAskedAMomentAgoIsInTheList() {
    for (int i = 0; i < 5; i++) {
      String ref = scene.call("mess_do", Map.of("intent", "water the plants " + i)).ref();
      JsonNode tasks = scene.call("mess_status", Map.of()).structured().path("tasks");
      assertTrue(tasks.findValuesAsText("ref").contains(ref), ref + " in " + tasks);
    }
  }

  @Test
  void capabilitiesAreToldWithThoseWhoWorkNow() {
    JsonNode found = scene.call("mess_capabilities", Map.of()).structured();
    JsonNode photo = MissingNode.getInstance();
    for (JsonNode each : found.path("capabilities")) {
      photo = each.path("id").asText().equals("take-photo") ? each : photo;
    }
    assertEquals("ana", photo.at("/open_now/0").asText());
    assertEquals(2, found.path("executors").size());
    ToolScene.Told nobody =
        scene.call("mess_do", Map.of("intent", "fly", "requires", List.of("take-foto")));
    assertTrue(nobody.text().contains("Nobody can do this yet"), nobody.text());
    assertTrue(nobody.text().contains("take-photo"), nobody.text());
  }

  @Test
  void aFileIsFetchedAsPictureAsTextOrAsALink() throws Exception {
    String ref = scene.ask("report", "write a report");
    scene.ana(
        ref,
        "[{response: {content: [{image: \"%s\"}, {file: {data: \"%s\", name: r.txt}}]}}]"
            .formatted(PIXEL, "data:text/plain;base64,QWxsIGlzIHdlbGwu"));
    JsonNode files = scene.call("mess_wait", Map.of("re", ref)).structured().path("files");
    assertEquals(2, files.size(), files::toString);
    for (JsonNode file : files) {
      ToolScene.Told got = scene.call("mess_fetch", Map.of("uri", file.path("uri").asText()));
      if (file.path("media_type").asText().equals("image/png")) {
        assertEquals("image/png", got.content().get(1).path("mimeType").asText());
      } else {
        assertEquals("All is well.", got.structured().path("text").asText(), got.text());
      }
      assertEquals("ana", got.structured().path("from").asText());
    }
  }

  @Test
  void noPageOfATextEndsOrBeginsWithinACharacter() {
    for (String before : List.of("", "z")) {
      String message =
          "MESS: [{request: {intent: read it, context: [\"%s%s\"]}}]"
              .formatted(before, "😀".repeat(10_000));
      String uri = "thread://" + scene.call("mess", Map.of("message", message)).ref();
      for (int next : List.of(0, 1_000, 1_001)) {
        JsonNode page = scene.call("mess_fetch", Map.of("uri", uri, "offset", next)).structured();
        assertTrue(UTF_8.newEncoder().canEncode(page.path("text").asText()), before + next);
      }
    }
  }

  @Test
  @Conforms(244)
  void whatIsWrongIsToldWithWhatWouldBeRightAndNothingIsDone() throws Exception {
    assertTrue(
        scene.refused("mess", Map.of("message", "MESS: [{request: {}}]")).contains("intent"));
    assertTrue(
        scene
            .refused(
                "mess",
                Map.of("message", "- request: {intent: ok}\n- reply: {re: nowhere, confirm: true}"))
            .contains("nowhere"));
    assertTrue(scene.refused("mess", Map.of("message", "{{{")).contains("cannot be read"));
    assertTrue(
        scene
            .refused("mess", Map.of("message", "- status: {re: x, code: claimed}"))
            .contains("said by executors"));
    assertTrue(scene.refused("mess_observe", Map.of()).contains("intent"));
    assertTrue(
        scene
            .refused("mess_do", Map.of("intent", "x", "exchange", "office"))
            .contains("There is no exchange \"office\" here. There is"));
    assertTrue(scene.refused("mess_status", Map.of("re", "nope")).contains("mess_status()"));
    assertTrue(scene.refused("mess_wait", Map.of("re", "nope")).contains("mess_status()"));
    assertTrue(scene.refused("mess_cancel", Map.of("re", "nope")).contains("nope"));
    assertTrue(scene.refused("mess_answer", Map.of("re", "nope")).contains("exactly one"));
    assertTrue(scene.refused("mess_fetch", Map.of("uri", "http://x")).contains("thread://REF"));
    assertTrue(scene.refused("mess_wait", Map.of("until", "later")).contains("until"));
    assertEquals(0, open().size(), "nothing was done");
  }

  @Test
  void anotherAgentsTaskDoesNotExist() throws Exception {
    String ref = scene.ask("mine", "water the plants");
    var other = scene.client("gpt", null);
    for (String tool : List.of("mess_status", "mess_wait", "mess_cancel")) {
      ToolScene.Told told = scene.tried(other, tool, Map.of("re", ref));
      assertTrue(told.error(), tool);
      assertTrue(told.text().contains("nothing that is called " + ref), told.text());
    }
    assertTrue(scene.tried(other, "mess_answer", Map.of("re", ref, "answer", "x")).error());
    assertTrue(scene.tried(other, "mess_fetch", Map.of("uri", "thread://" + ref)).error());
  }

  @Test
  void aClientThatVanishesWhileItWaitsLosesNothing() throws Exception {
    var gone = scene.client(scene.agent(), null);
    Thread.ofVirtual()
        .start(() -> {
          try {
            scene.tried(gone, "mess_observe", Map.of("intent", "is it raining?"));
          } catch (RuntimeException closed) {
            // Nobody hears the answer, as it is meant here.
          }
        });
    String ref = onlyOpen();
    gone.close();
    scene.ana(ref, "[{response: {content: [\"it is\"]}}]");
    assertEquals(
        "it is",
        scene.call("mess_wait", Map.of("re", ref)).structured().at("/answers/0/text").asText());
  }

  @Test
  void aCallThatIsSentAgainIsAnsweredAsItWasTheFirstTime() throws Exception {
    McpSyncClient client = scene.resending(scene.agent(), "bridge-1");
    Map<String, Object> observe = Map.of("intent", "see whether the gate is shut", "wait", 0);
    ToolScene.Told first = scene.tried(client, "mess_observe", observe);
    assertFalse(first.error(), first.text());
    assertEquals(first.structured(), scene.tried(client, "mess_observe", observe).structured());
    scene.ana(first.ref(), "[{response: {content: [\"it is\"]}}]");
    ToolScene.Told done = scene.tried(client, "mess_observe", observe);
    assertEquals(first.ref(), done.ref());
    assertEquals("completed", done.structured().path("status").asText());
  }

  @Test
  void theSameWordsInTwoCallsOfAClientThatMarksEachAreTheSameTask() throws Exception {
    Map<String, Object> ring = Map.of("intent", "ring the bell twice");
    ToolScene.Told first = scene.tried(scene.resending(scene.agent(), "bridge-1"), "mess_do", ring);
    ToolScene.Told second =
        scene.tried(scene.resending(scene.agent(), "bridge-2"), "mess_do", ring);
    assertEquals(first.ref(), second.ref());
    assertTrue(second.text().contains("no new one"), second.text());
    assertEquals(1, open().size());
  }
}
