package org.messgateway.gateway.mcp.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.Conforms;

/** Questions to the person in front of the client; what agents read by URI; prompts. */
class FormsAndResourcesTest extends SharedToolScene {

  private final BlockingQueue<ElicitFormRequest> asked = new LinkedBlockingQueue<>();

  private McpSyncClient person(Function<ElicitFormRequest, ElicitResult> answer) throws Exception {
    return scene.client(
        scene.agent(),
        request -> {
          asked.add(request);
          return answer.apply(request);
        });
  }

  private static ElicitResult filled(Map<String, Object> content) {
    return new ElicitResult(ElicitResult.Action.ACCEPT, content);
  }

  @Test
  void aQuestionIsAskedOfThePersonAndTheAnswerGoesIntoTheTask() throws Exception {
    McpSyncClient client = person(_ -> filled(Map.of("answer", "both")));
    String ref = scene.ask("vacuum", "vacuum the kitchen");
    scene.ana(
        ref,
        "[{status: {code: needs_input, questions: [{field: location, question: \"which side?\","
            + " options: [left, right, both]}]}}]");
    ToolScene.Told told = scene.tried(client, "mess_wait", Map.of("re", ref, "until", "change"));
    ElicitFormRequest form = asked.poll(10, TimeUnit.SECONDS);
    assertTrue(form.message().contains("Ana Novak asks, about “vacuum the kitchen”"));
    assertTrue(form.message().contains("“which side?”"), form.message());
    assertTrue(
        form.requestedSchema().toString().contains("both"), form.requestedSchema()::toString);
    assertTrue(told.structured().path("notes").get(0).asText().contains("was sent"), told.text());
    String thread =
        scene
            .call("mess_fetch", Map.of("uri", "thread://" + ref))
            .structured()
            .path("text")
            .asText();
    assertTrue(thread.contains("location: both"), thread);
    assertEquals(0, told.structured().path("open").size());
  }

  @Test
  void aPersonWhoDoesNotAnswerLeavesTheQuestionToTheModel() throws Exception {
    McpSyncClient client = person(_ -> new ElicitResult(ElicitResult.Action.DECLINE, Map.of()));
    String ref = scene.ask("garage", "clean the garage");
    scene.ana(ref, "[{status: {code: needs_confirmation, message: \"throw it all away?\"}}]");
    ToolScene.Told told = scene.tried(client, "mess_wait", Map.of("re", ref));
    assertEquals(1, asked.size());
    assertTrue(told.text().contains("did not want to answer"), told.text());
    assertTrue(told.text().contains("confirm: true"), told.text());
    assertEquals("needs_confirmation", told.structured().path("status").asText());
  }

  @Test
  void aFormThatNobodyFillsInEndsWhenItsQuestionIsAnsweredElsewhere() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    McpSyncClient client =
        person(_ -> {
          try {
            open.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return filled(Map.of("confirm", false));
        });
    try {
      String ref = scene.ask("sofa", "move the sofa");
      scene.ana(ref, "[{status: {code: needs_confirmation, message: \"scratch the floor?\"}}]");
      CompletableFuture<ToolScene.Told> waits =
          CompletableFuture.supplyAsync(
              () -> scene.tried(client, "mess_wait", Map.of("re", ref, "until", "ended")),
              task -> Thread.ofVirtual().start(task));
      assertTrue(asked.poll(10, TimeUnit.SECONDS).message().contains("scratch the floor?"));
      scene.call("mess_answer", Map.of("re", ref, "confirm", true));
      scene.ana(ref, "[{status: {code: completed}}]");
      ToolScene.Told told = waits.get(20, TimeUnit.SECONDS);
      assertEquals("completed", told.structured().path("status").asText());
      assertEquals(0, told.structured().path("notes").size());
    } finally {
      open.countDown();
    }
  }

  @Test
  @Conforms({239, 240, 241, 244})
  void listsAndTasksAreReadByTheirUris() {
    String ref = scene.ask("fridge", "what's in the fridge?");
    scene.ask("stove", "is the stove off?");
    scene.call("mess_cancel", Map.of("re", "stove"));
    List<McpSchema.Resource> fixed = scene.claude().listResources().resources();
    assertEquals(
        List.of("mess://pending", "mess://history"),
        fixed.stream().map(McpSchema.Resource::uri).toList());
    assertTrue(fixed.stream().allMatch(each -> each.mimeType().equals("application/x-yaml")));
    List<String> templates =
        scene.claude().listResourceTemplates().resourceTemplates().stream()
            .map(McpSchema.ResourceTemplate::uriTemplate)
            .toList();
    assertTrue(
        templates.containsAll(
            List.of(
                "mess://request/{id}",
                "thread://{ref}",
                "thread://{ref}/envelope",
                "thread://{ref}/latest",
                "content://{ref}/{file}")),
        templates::toString);
    assertTrue(read("mess://pending").contains("id: fridge"));
    assertFalse(read("mess://pending").contains("stove"));
    assertTrue(read("mess://history").contains("status: cancelled"));
    String request = read("mess://request/fridge");
    assertTrue(request.startsWith("ref: " + ref), request);
    assertTrue(request.contains("\n---\n") && request.contains("MESS:"), request);
    assertFalse(read("thread://" + ref + "/envelope").contains("MESS:"));
    assertTrue(read("thread://" + ref + "/latest").contains("MESS:"));
  }

  private String read(String uri) {
    McpSchema.ResourceContents contents =
        scene
            .claude()
            .readResource(McpSchema.ReadResourceRequest.builder(uri).build())
            .contents()
            .getFirst();
    return ((McpSchema.TextResourceContents) contents).text();
  }

  @Test
  @Conforms(240)
  void historyGoesOnBehindItsNewestHundred() {
    StringBuilder batch = new StringBuilder("MESS:\n");
    for (int i = 0; i < 101; i++) {
      batch.append("  - request: {id: t%d, intent: task %d}\n".formatted(i, i));
    }
    scene.call("mess", Map.of("message", batch.toString()));
    String first = read("mess://history");
    assertEquals(100, first.lines().filter(line -> line.contains("intent:")).count());
    String cursor =
        first.lines().filter(line -> line.startsWith("cursor: ")).findFirst().orElseThrow();
    String second =
        read("mess://history?cursor=" + cursor.substring("cursor: ".length()).replace("\"", ""));
    assertEquals(1, second.lines().filter(line -> line.contains("intent:")).count(), second);
  }

  @Test
  void aResourceThatIsNotThereOrNotYoursIsNotFound() throws Exception {
    String ref = scene.ask("fridge", "what's in the fridge?");
    McpSyncClient other = scene.client("gpt", null);
    for (String uri : List.of("mess://request/" + ref, "thread://" + ref, "mess://nowhere")) {
      assertThrows(
          RuntimeException.class,
          () -> other.readResource(McpSchema.ReadResourceRequest.builder(uri).build()),
          uri);
    }
  }

  @Test
  void whoSubscribesHearsOfAChangeWithinASecond() throws Exception {
    String ref = scene.ask("fridge", "what's in the fridge?");
    for (String uri : List.of("mess://pending", "mess://request/fridge", "thread://" + ref)) {
      scene.claude().subscribeResource(McpSchema.SubscribeRequest.builder(uri).build());
    }
    scene.updated.clear();
    long said = System.nanoTime();
    scene.ana(ref, "[{status: {code: claimed}}]");
    ToolScene.eventually(
        "all three are told: " + scene.updated,
        () ->
            scene.updated.containsAll(
                List.of("mess://pending", "mess://request/fridge", "thread://" + ref)));
    assertTrue(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - said) < 5);
  }

  @Test
  void promptsExplainHowToAskAndWhoIsThere() {
    List<String> names =
        scene.claude().listPrompts().prompts().stream()
            .map(McpSchema.Prompt::name)
            .sorted()
            .toList();
    assertEquals(List.of("mess_ask_well", "mess_household"), names);
    assertTrue(
        prompt("mess_ask_well", Map.of("need", "a look at the stove")).contains("the stove"));
    String household = prompt("mess_household", Map.of());
    assertTrue(household.contains("take-photo") && household.contains("Ana Novak"), household);
    assertTrue(household.contains("open_now: true"), household);
    assertFalse(household.contains("description: \"\""), household);
  }

  private String prompt(String name, Map<String, Object> arguments) {
    McpSchema.Content said =
        scene
            .claude()
            .getPrompt(McpSchema.GetPromptRequest.builder(name).arguments(arguments).build())
            .messages()
            .getFirst()
            .content();
    return ((McpSchema.TextContent) said).text();
  }
}
