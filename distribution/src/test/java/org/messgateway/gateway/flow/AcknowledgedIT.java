package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;
import org.messgateway.testkit.simulator.VendorCall;

/**
 * SIGKILL right behind what each channel counts as "got it": the answer is there afterwards, once.
 */
class AcknowledgedIT {

  private static final Duration SOON = Duration.ofSeconds(40);
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1, 2, 3};
  private static final String ANSWER = "two onions";
  private static final String CALLED = "/callbacks/sms";

  @TempDir private Path folder;
  private House house;
  private Vendors vendors;

  @BeforeEach
  void aHousehold() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    vendors = new Vendors();
    house.configure(
        """
        client_url: %s
        executors:
          teague: { capabilities: [slack], notify: { slack: U04TEAGUE } }
          ana: { capabilities: [telegram], notify: { telegram: "501" } }
          sam: { capabilities: [sms], notify: { sms: "+14155550201" } }
          kim: { capabilities: [page, large], notify: { telegram: "502" } }
        """
            .formatted(Door.PUBLIC),
        vendors.dispatch());
  }

  @AfterEach
  void stop() throws Exception {
    vendors.close();
  }

  @Test
  void whatWasAcknowledgedOnAnyChannelIsAnsweredAfterAKill() throws Exception {
    try (GatewayProcess process = GatewayProcess.run(house).awaitReady();
        Door door = new Door(process.port())) {
      vendors.awaitConnected();
      for (String way : List.of("slack", "telegram", "sms", "page", "large")) {
        house.put(Request.of(way + "-1").with("requires: [" + way + "]"));
      }
      soon("all are asked", this::asked);
      vendors.holdFiles();
      everybodyAnswers(door);
      process.kill();
    }
    assertTrue(done("page-1"), "what HTTP was told to have is in the thread");
    for (String way : List.of("slack-1", "telegram-1", "sms-1")) {
      assertFalse(done(way), "it came in between: " + way);
    }
    vendors.releaseFiles();
    try (GatewayProcess again = GatewayProcess.run(house).awaitReady();
        Door door = new Door(again.port())) {
      for (String way : List.of("slack-1", "telegram-1", "sms-1", "page-1")) {
        soon(() -> way + " is answered:\n" + house.threadText(way), () -> done(way));
        assertEquals(1, count(way, ANSWER), way);
        assertEquals(1, count(way, "code: completed"), way);
      }
      for (String way : List.of("slack-1", "telegram-1", "sms-1")) {
        assertEquals(1, count(way, Base64.getEncoder().encodeToString(JPEG)), way);
      }
      killedBetweenTheFileAndTheMessage(again, door);
    }
    try (GatewayProcess last = GatewayProcess.run(house).awaitReady();
        Door door = new Door(last.port())) {
      HttpResponse<String> again = large(door);
      assertEquals(200, again.statusCode(), again.body());
      assertEquals(1, count("large-1", ANSWER), house.threadText("large-1"));
      assertEquals(1, count("large-1", "code: completed"), house.threadText("large-1"));
      soon("all it names is there", this::everyNamedFileIsThere);
      assertEquals(List.of(), last.stackTrace());
    }
  }

  private boolean asked() {
    return !vendors.slack().posts("U04TEAGUE").isEmpty()
        && !vendors.telegram().posts("501").isEmpty()
        && vendors.telegram().posts("502").size() == 2
        && !vendors.twilio().texts("+14155550201").isEmpty();
  }

  /** Each is acknowledged as its channel does it, while no photo can be fetched yet. */
  private void everybodyAnswers(Door door) {
    SlackSimulator slack = vendors.slack();
    SlackPost post = slack.posts("U04TEAGUE").getFirst();
    String envelope =
        slack.send(
            slack.sent(
                slack.wrote("U04TEAGUE", post.channel(), post.ts(), ANSWER),
                slack.upload("fridge.jpg", JPEG)));
    long asking = vendors.telegram().posts("501").getFirst().number();
    long _ = vendors.telegram().sendPhoto("501", "501", asking, ANSWER, JPEG);
    long update = vendors.telegram().lastUpdate();
    Map<String, String> message = vendors.twilio().call("+14155550201", ANSWER, JPEG);
    assertEquals(200, door.twilio(CALLED, message).statusCode());
    assertEquals(200, door.say("/thread/page-1", token("page-1"), done()).statusCode());
    soon("Slack has heard that we have it", () -> slack.acknowledged(envelope));
    soon("Telegram has heard it", () -> vendors.telegram().confirmed() >= update);
  }

  private static String done() {
    return """
    MESS:
      - status: { code: completed }
      - response: { content: [%s] }
    """
        .formatted(ANSWER);
  }

  private void killedBetweenTheFileAndTheMessage(GatewayProcess process, Door door)
      throws Exception {
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(() -> {
          try {
            HttpResponse<String> _ = large(door);
          } catch (AssertionError killed) {
            // It never hears that it was taken.
          }
        });
    Path home = house.home().resolve("state=received").resolve("large-1");
    Eventually.within(SOON, "a file lies beside the thread", () -> attachments(home) > 0);
    process.kill();
    sending.join();
  }

  private static long attachments(Path folder) {
    String[] names = folder.toFile().list();
    return names == null
        ? 0
        : Arrays.stream(names).filter(name -> !name.startsWith("000-")).count();
  }

  /** A file too large to stand in a message, with the key of one sending. */
  private HttpResponse<String> large(Door door) {
    String body =
        "--b\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\n"
            + done()
            + "\r\n--b\r\nContent-Disposition: form-data; name=\"log\"; filename=\"log.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\n"
            + "onions\n".repeat(300_000)
            + "\r\n--b--\r\n";
    return door.send(
        "POST",
        "/thread/large-1",
        Map.of(
            "Content-Type",
            "multipart/form-data; boundary=b",
            "Authorization",
            "Bearer " + token("large-1"),
            "Idempotency-Key",
            "one-sending"),
        body);
  }

  private String token(String ref) {
    return vendors.telegram().posts("502").stream()
        .map(TelegramPost::link)
        .filter(link -> link.contains(ref))
        .map(link -> VendorCall.pairs(link.substring(link.indexOf('?') + 1)).get("token"))
        .findFirst()
        .orElseThrow();
  }

  private boolean everyNamedFileIsThere() {
    Path folder =
        house.documents().stream()
            .filter(file -> file.getFileName().toString().equals(House.head("large-1")))
            .findFirst()
            .orElseThrow()
            .resolveSibling("");
    return house
        .threadText("large-1")
        .lines()
        .filter(line -> line.strip().startsWith("file: "))
        .map(line -> line.strip().substring("file: ".length()))
        .allMatch(name -> Files.exists(folder.resolve(name)));
  }

  private boolean done(String ref) {
    return house.threadText(ref).contains("status: completed");
  }

  private int count(String ref, String part) {
    return house.threadText(ref).split(Pattern.quote(part), -1).length - 1;
  }

  private static void soon(String what, BooleanSupplier holds) {
    Eventually.within(SOON, what, holds);
  }

  private static void soon(Supplier<String> what, BooleanSupplier holds) {
    Eventually.within(SOON, what, holds);
  }
}
