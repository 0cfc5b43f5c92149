package org.messgateway.gateway.mcp.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which exchange a call means, and which one the calls and URIs name that are offered. */
class SeveralExchangesTest {

  private static final Pattern CALL = Pattern.compile("(mess_\\w+)\\(([^)]*)\\)");
  private static final Pattern ARGUMENT = Pattern.compile("(\\w+): (?:\"([^\"]*)\"|true)");

  @SuppressWarnings("NullAway.Init") // Set by @BeforeAll.
  private static ToolScene scene;

  @BeforeAll
  static void aHouseholdWithTwoExchanges(@TempDir Path home) throws Exception {
    Files.createDirectories(home.resolve("office"));
    scene =
        new ToolScene(
            home,
            ToolScene.CONFIG
                + "exchange: { path: %s }\n".formatted(home.resolve("exchange"))
                + "exchanges: { office: { path: %s } }\n".formatted(home.resolve("office")));
  }

  @BeforeEach
  void anAgentWithoutTasks() throws Exception {
    scene.newAgent();
  }

  @AfterAll
  static void close() {
    scene.close();
  }

  @Test
  void aSessionsExchangeIsWhereItsTasksGoAndPrimaryIsThatOne() throws Exception {
    McpSyncClient office = scene.in("office");
    assertEquals("office", exchange(office, Map.of("intent", "water the plants")));
    assertEquals(
        "office", exchange(office, Map.of("intent", "feed the fish", "exchange", "primary")));
    assertEquals("primary", exchange(scene.claude(), Map.of("intent", "feed the cat")));
  }

  private static String exchange(McpSyncClient client, Map<String, Object> arguments) {
    ToolScene.Told told = scene.tried(client, "mess_do", arguments);
    assertFalse(told.error(), told.text());
    return told.structured().path("exchange").asText();
  }

  @Test
  void aTaskIsFoundWhereverItIsUnlessTheCallNamesAnExchange() {
    String message = "MESS: [{request: {id: desk, intent: tidy the desk}}]";
    scene.call("mess", Map.of("message", message, "exchange", "office"));
    assertEquals(
        "office",
        scene.call("mess_status", Map.of("re", "desk")).structured().at("/task/exchange").asText());
    assertTrue(
        scene
            .refused("mess_status", Map.of("re", "desk", "exchange", "primary"))
            .contains("nothing that is called desk"));
  }

  /** A task of the same ref in each; the ref. */
  private static String sameRefInBoth() {
    String here = told("primary").ref();
    String there = told("office").ref();
    while (!here.equals(there)) {
      if (here.compareTo(there) < 0) {
        here = told("primary").ref();
      } else {
        there = told("office").ref();
      }
    }
    return here;
  }

  private static ToolScene.Told told(String exchange) {
    return scene.call(
        "mess_do", Map.of("intent", "task " + System.nanoTime(), "exchange", exchange));
  }

  /** Does what a text offers first. */
  private static ToolScene.Told followed(String offer) {
    Matcher call = CALL.matcher(offer);
    assertTrue(call.find(), offer);
    Map<String, Object> arguments = new LinkedHashMap<>();
    Matcher argument = ARGUMENT.matcher(call.group(2));
    while (argument.find()) {
      String text = argument.group(2);
      arguments.put(argument.group(1), text == null ? true : text);
    }
    if (call.group(1).equals("mess_wait")) {
      arguments.put("wait", 0);
    }
    return scene.call(call.group(1), arguments);
  }

  @Test
  void anOfferedCallIsAboutTheTaskThatOffersItThoughAnotherHasItsRef() throws Exception {
    String ref = sameRefInBoth();
    for (String exchange : List.of("office", "primary")) {
      scene.ana(
          ref + "?exchange=" + exchange,
          "[{status: {code: needs_confirmation, message: \"in %s?\"}}]".formatted(exchange));
      ToolScene.Told asked = scene.call("mess_wait", Map.of("re", ref, "exchange", exchange));
      JsonNode open = asked.structured().at("/open/0");
      assertTrue(open.path("reply").asText().endsWith("\n# exchange: " + exchange + "\n"));
      assertTrue(asked.text().contains("To decide: " + open.path("call").asText()), asked.text());
      ToolScene.Told confirmed = followed(open.path("call").asText());
      assertEquals(exchange, confirmed.structured().path("exchange").asText());
      assertEquals(0, confirmed.structured().path("open").size());
      ToolScene.Told next = followed(confirmed.structured().path("next").asText());
      assertEquals(exchange, next.structured().path("exchange").asText());
    }
  }

  @Test
  void aMessageIsGoneOnWithInTheExchangeThatItNamed() {
    String ref = sameRefInBoth();
    ToolScene.Told cancelled =
        scene.call(
            "mess",
            Map.of("message", "MESS: [{cancel: {re: %s}}]".formatted(ref), "exchange", "office"));
    ToolScene.Told next = followed(cancelled.structured().path("next").asText());
    assertEquals("office", next.structured().path("exchange").asText());
    assertEquals("cancelled", next.structured().path("status").asText());
    String list = scene.call("mess_status", Map.of()).structured().path("next").asText();
    assertTrue(list.contains("mess_wait(re, exchange)"), list);
  }

  @Test
  void aFilesUriGetsTheFileOfItsTaskAndAThreadIsReadByItsExchange() throws Exception {
    String ref = sameRefInBoth();
    for (String exchange : List.of("office", "primary")) {
      scene.ana(
          ref + "?exchange=" + exchange,
          "[{response: {content: [{file: {data: \"data:text/plain,%s\", name: r.txt}}]}}]"
              .formatted(exchange));
    }
    for (String exchange : List.of("office", "primary")) {
      ToolScene.Told told = scene.call("mess_status", Map.of("re", ref, "exchange", exchange));
      String uri = told.structured().at("/task/files/0/uri").asText();
      assertEquals(exchange, text(scene.call("mess_fetch", Map.of("uri", uri))));
      assertEquals(exchange, read(uri));
      String thread =
          text(scene.call("mess_fetch", Map.of("uri", "thread://" + ref, "exchange", exchange)));
      assertTrue(thread.contains(uri), thread);
      assertEquals(thread, read("thread://" + ref + "?exchange=" + exchange));
    }
    assertTrue(
        scene
            .refused("mess_fetch", Map.of("uri", "thread://" + ref + "?exchange=nowhere"))
            .contains("There is no exchange \"nowhere\" here."));
    assertThrows(RuntimeException.class, () -> read("mess://pending?exchange=nowhere"));
  }

  private static String text(ToolScene.Told told) {
    return told.structured().path("text").asText();
  }

  private static String read(String uri) {
    McpSchema.ResourceContents contents =
        scene
            .claude()
            .readResource(McpSchema.ReadResourceRequest.builder(uri).build())
            .contents()
            .getFirst();
    return ((McpSchema.TextResourceContents) contents).text();
  }

  @Test
  void whoWaitsInAnExchangeIsNotWokenByAnotherAndMissesNothingThere() throws Exception {
    String office = told("office").ref();
    String home = told("primary").ref();
    CompletableFuture<ToolScene.Told> waits =
        scene.later("mess_wait", Map.of("exchange", "office", "until", "change", "wait", 30));
    ToolScene.eventually("it waits", () -> scene.progress.contains("nothing new yet"));
    scene.ana(home + "?exchange=primary", "[{status: {code: completed}}]");
    scene.ana(office + "?exchange=office", "[{status: {code: claimed}}]");
    assertEquals("office", waits.get(40, TimeUnit.SECONDS).structured().path("exchange").asText());
    assertEquals(
        home,
        scene
            .call("mess_wait", Map.of("until", "ended", "wait", 5))
            .structured()
            .path("ref")
            .asText());
  }
}
