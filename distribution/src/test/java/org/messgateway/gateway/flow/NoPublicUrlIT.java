package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;

/** Nothing here can be reached from outside, not even over HTTP: a task goes its whole way. */
class NoPublicUrlIT {

  private static final String REF = "2026-11-21-001";
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String USER = "U04TEAGUE";
  private static final String CHAT = "501";
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1, 2, 3};

  @TempDir private Path folder;
  private House house;
  private Vendors vendors;
  private HouseGateway gateway;

  @BeforeEach
  void aHouseWithoutHttp() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    vendors = new Vendors();
    house.configure(
        """
        executors:
          teague: { notify: { slack: U04TEAGUE } }
          ana: { notify: { telegram: "501" } }
        """,
        vendors.dispatch());
    String with = Files.readString(house.home().resolve("config.yaml"));
    house.replace("config.yaml", with.replace("http: { port: 0 }", "http: { enabled: false }"));
    gateway = HouseGateway.start(house);
    assertEquals(0, gateway.port(), "nobody listens");
    vendors.awaitConnected();
    house.put(Request.of(REF).with("response_hint: [image]"));
    soon("Teague is asked", () -> !vendors.slack().posts(USER).isEmpty());
    soon("Ana is asked", () -> !vendors.telegram().posts(CHAT).isEmpty());
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    vendors.close();
  }

  @Test
  void overSlackFromTheButtonToThePhoto() throws Exception {
    SlackSimulator slack = vendors.slack();
    SlackPost post = slack.posts(USER).getFirst();
    assertEquals("", post.link(), "a link to this machine would open nothing");
    String claim = slack.send(slack.press(USER, post, "claim"));
    soon("the press is acknowledged", () -> slack.acknowledged(claim));
    soon("it offers Done", () -> slack.posts(USER).getLast().hasButton("done"));
    soon("Ana is told", () -> telegramLast().text().contains("teague has it"));

    String _ = slack.send(slack.press(USER, slack.posts(USER).getLast(), "done"));
    soon("a form opens", () -> !slack.views().isEmpty());
    JsonNode form = slack.views().getLast().view();
    String photo = slack.upload("fridge.jpg", JPEG);
    String _ = slack.send(slack.submit(USER, form, Map.of("text", "two onions"), List.of(photo)));
    finished();
  }

  @Test
  void overTelegramFromTheButtonToThePhoto() throws Exception {
    TelegramSimulator telegram = vendors.telegram();
    TelegramPost post = telegram.posts(CHAT).getFirst();
    assertEquals("", post.link(), "a link to this machine would open nothing");
    String claim = telegram.press(CHAT, post, "claim");
    soon("the press is answered", () -> !telegram.pressAnswers(claim).isEmpty());
    soon("it offers Done", () -> !telegramLast().data("done").isEmpty());
    soon("Teague is told", () -> slackLast().blocks().toString().contains("ana has it"));

    long _ = telegram.sendPhoto(CHAT, CHAT, post.number(), "two onions", JPEG);
    finished();
  }

  private void finished() {
    soon("it is done", () -> text().contains("status: completed"));
    assertTrue(text().contains("two onions"), text());
    assertTrue(text().contains(Base64.getEncoder().encodeToString(JPEG)), text());
    soon(
        "it lies where finished ones lie",
        () -> Files.isDirectory(house.home().resolve("state=finished").resolve(REF)));
  }

  private String text() {
    return house.threadText(REF);
  }

  private TelegramPost telegramLast() {
    return vendors.telegram().posts(CHAT).getLast();
  }

  private SlackPost slackLast() {
    return vendors.slack().posts(USER).getLast();
  }

  private static void soon(String what, BooleanSupplier holds) {
    Eventually.within(SOON, what, holds);
  }
}
