package org.messgateway.gateway.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.messgateway.gateway.examples.FakeGateway.message;
import static org.messgateway.gateway.examples.FakeGateway.thread;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The shop proxy of examples/shop-proxy, in each of its languages, spends money once or never. */
@Tag("proof")
final class ShopProxyIT {

  private static final String NAME = "corner-shop";
  private static final String WISH =
      message("claude-agent", "{\"request\": {\"intent\": \"buy 2 onions and milk\"}}");
  private static final String OFFER = thread("pending", null, WISH);
  private static final String QUESTION =
      message(NAME, "{\"status\": {\"code\": \"needs_confirmation\"}}");

  @TempDir Path folder;

  private FakeGateway gateway;

  @BeforeEach
  void open() throws Exception {
    gateway = FakeGateway.open();
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  private ExampleProcess proxy(Language language, Map<String, String> more) throws Exception {
    assumeTrue(language.isHere());
    return start(language.shopProxy(), more);
  }

  private ExampleProcess start(List<String> command, Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>(gateway.environment(NAME));
    environment.putAll(more);
    return ExampleProcess.start(command, folder, environment);
  }

  private static String reply(String from, String confirm) {
    return message(from, "{\"reply\": {\"re\": \"last\", \"confirm\": " + confirm + "}}");
  }

  private static String confirming(String... messages) {
    return thread("needs_confirmation", NAME, messages);
  }

  private List<String> orders() throws IOException {
    Path book = folder.resolve("orders.jsonl");
    return Files.exists(book) ? Files.readAllLines(book) : List.of();
  }

  /** Up to the question for the price. */
  private FakeGateway.Post asked(ExampleProcess proxy) throws Exception {
    assertEquals(204, gateway.tell(proxy, "a1", "request", OFFER).statusCode());
    FakeGateway.Post claim = gateway.next();
    assertEquals("claimed", claim.code());
    assertEquals("a1-claim", claim.key());
    FakeGateway.Post price = gateway.next();
    assertEquals("needs_confirmation", price.code());
    return price;
  }

  @ParameterizedTest
  @EnumSource
  void itClaimsAsksForThePriceOrdersOnceAndSendsTheReceipt(Language language) throws Exception {
    assumeTrue(language.isHere());
    try (ExampleProcess proxy = start(language.shopProxyAsDocumented(), Map.of())) {
      JsonNode question = asked(proxy).mess().path(0).path("status");
      assertTrue(question.path("action").asText().contains("2 onion"), question::toString);
      assertTrue(question.path("consequences").asText().contains("$2.19"), question::toString);
      assertTrue(question.path("reversible").isBoolean());
      assertEquals(List.of(), orders());
      String yes = confirming(WISH, QUESTION, reply("claude-agent", "true"));
      assertEquals(204, gateway.tell(proxy, "c1", "reply", yes).statusCode());
      FakeGateway.Post receipt = gateway.next();
      assertEquals("completed", receipt.code());
      JsonNode structured =
          receipt.mess().path(1).path("response").path("content").path(1).path("structured");
      assertEquals("$2.19", structured.path("total").asText());
      assertEquals(2, structured.path("items").size());
      gateway.tell(proxy, "c1", "reply", yes);
      gateway.tell(proxy, "a1", "request", OFFER);
      proxy.stop();
      assertEquals(1, orders().size());
      assertTrue(gateway.quiet(), proxy::log);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoeverClaimsSecondSpendsNothing(Language language) throws Exception {
    gateway.refuse("claim", 409);
    try (ExampleProcess proxy = proxy(language, Map.of())) {
      gateway.tell(proxy, "a1", "request", OFFER);
      assertEquals(409, gateway.next().status());
      proxy.stop();
      assertTrue(gateway.quiet(), proxy::log);
      assertEquals(List.of(), orders());
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyAYesOfTheOneWhoAskedAndToThisQuestionIsAYes(Language language) throws Exception {
    try (ExampleProcess proxy = proxy(language, Map.of())) {
      asked(proxy);
      String early = reply("claude-agent", "true");
      gateway.tell(proxy, "c1", "reply", confirming(WISH, early, QUESTION));
      gateway.tell(proxy, "c2", "reply", confirming(WISH, QUESTION, reply("mallory", "true")));
      String unclear = reply("claude-agent", "\"yes\"");
      gateway.tell(proxy, "c3", "reply", confirming(WISH, QUESTION, unclear));
      String no = reply("claude-agent", "false");
      gateway.tell(proxy, "c4", "reply", confirming(WISH, early, QUESTION, no));
      FakeGateway.Post declined = gateway.next();
      assertEquals("declined", declined.code());
      assertFalse(declined.mess().path(0).path("status").path("reason").asText().isEmpty());
      proxy.stop();
      assertEquals(List.of(), orders());
    }
  }

  @ParameterizedTest
  @EnumSource
  void killedBetweenOrderAndReceiptItDoesNotOrderAgain(Language language) throws Exception {
    gateway.refuse("receipt", 503);
    try (ExampleProcess proxy = proxy(language, Map.of())) {
      asked(proxy);
      gateway.tell(proxy, "c1", "reply", confirming(WISH, QUESTION, reply("claude-agent", "true")));
      assertEquals(503, gateway.next().status());
      proxy.kill();
    }
    try (ExampleProcess proxy = proxy(language, Map.of())) {
      FakeGateway.Post receipt = gateway.next();
      assertEquals("completed", receipt.code());
      assertEquals("a1-receipt", receipt.key(), proxy::log);
      assertEquals(1, orders().size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatItDoesNotSellOrMayNotSpendItDeclinesAtOnce(Language language) throws Exception {
    try (ExampleProcess proxy = proxy(language, Map.of("LIMIT_CENTS", "100"))) {
      assertTrue(gateway.tell(proxy, "a1", "request", OFFER).body().contains("more than"));
      String strange = message("claude-agent", "{\"request\": {\"intent\": \"buy a sofa\"}}");
      String offer = thread("pending", null, strange);
      assertTrue(gateway.tell(proxy, "a2", "request", offer).body().contains("We sell none"));
      proxy.stop();
      assertTrue(gateway.quiet(), proxy::log);
    }
  }
}
