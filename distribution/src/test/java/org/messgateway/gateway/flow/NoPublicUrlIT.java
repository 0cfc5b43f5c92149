package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;
import org.messgateway.testkit.simulator.TwilioSimulator.OutboundSms;

/** Nothing here can be reached from outside, not even over HTTP: a task goes its whole way. */
class NoPublicUrlIT {

  private static final String REF = "2026-11-21-001";
  private static final String YES_OR_NO = "2026-11-21-002";
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String USER = "U04TEAGUE";
  private static final String CHAT = "501";
  private static final String NUMBER = "+14155550201";
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
          sam: { any_task: true, notify: { sms: "+14155550201" } }
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
  void overSlackFromTheButtonToThePhotoAndByOneTap() throws Exception {
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

    askYesOrNo();
    SlackPost asked = slackYesOrNo();
    String yes = asked.blocks().findValuesAsText("action_id").getFirst();
    String tap = slack.send(slack.press(USER, asked, yes));
    soon("the tap is acknowledged", () -> slack.acknowledged(tap));
    answered("teague", "confirmation: true");
    soon("Teague's message says so", () -> slackYesOrNo().blocks().toString().contains("Done: "));
    assertEquals(asked.ts(), slackYesOrNo().ts(), "it is the same message");
    assertFalse(slackYesOrNo().hasButton(yes));
    soon("Ana reads who did it", () -> telegramYesOrNo().text().contains("teague did it"));
    samReads("teague did it");
  }

  @Test
  void overTelegramFromTheButtonToThePhotoAndByOneTap() throws Exception {
    TelegramSimulator telegram = vendors.telegram();
    TelegramPost post = telegram.posts(CHAT).getFirst();
    assertEquals("", post.link(), "a link to this machine would open nothing");
    String claim = telegram.press(CHAT, post, "claim");
    soon("the press is answered", () -> !telegram.pressAnswers(claim).isEmpty());
    soon("it offers Done", () -> !telegramLast().data("done").isEmpty());
    soon("Teague is told", () -> slackLast().blocks().toString().contains("ana has it"));

    long _ = telegram.sendPhoto(CHAT, CHAT, post.number(), "two onions", JPEG);
    finished();

    askYesOrNo();
    TelegramPost asked = telegramYesOrNo();
    List<String> buttons = asked.markup().findValuesAsText("callback_data");
    assertTrue(buttons.get(1).startsWith("no-"), buttons.toString());
    String tap = telegram.pressData(CHAT, asked, buttons.get(1));
    soon("the tap is answered", () -> !telegram.pressAnswers(tap).isEmpty());
    answered("ana", "confirmation: false");
    soon("Ana's message says so", () -> telegramYesOrNo().text().contains("Done: "));
    assertEquals(asked.number(), telegramYesOrNo().number(), "it is the same message");
    assertEquals(List.of(), telegramYesOrNo().markup().findValuesAsText("callback_data"));
    soon(
        "Teague reads who did it", () -> slackYesOrNo().blocks().toString().contains("ana did it"));
    samReads("ana did it");
  }

  private void askYesOrNo() throws Exception {
    house.put(Request.of(YES_OR_NO).with("response_hint: [confirmation]"));
    soon("Teague is asked", () -> vendors.slack().posts(USER).toString().contains(YES_OR_NO));
    soon("Ana is asked", () -> vendors.telegram().posts(CHAT).toString().contains(YES_OR_NO));
    soon("Sam is asked", () -> !texts().isEmpty());
    assertTrue(texts().getFirst().contains("1 for yes"), texts().toString());
  }

  /** One tap takes the task and answers it. */
  private void answered(String executor, String answer) {
    soon("it is done", () -> house.threadText(YES_OR_NO).contains("status: completed"));
    String text = house.threadText(YES_OR_NO);
    assertTrue(text.contains("executor: " + executor), text);
    assertTrue(text.contains("code: claimed") && text.contains(answer), text);
  }

  /** What cannot be changed is said in one text. */
  private void samReads(String words) {
    soon("Sam is told", () -> texts().size() > 1);
    assertEquals(2, texts().size(), texts().toString());
    assertTrue(texts().getLast().contains(words), texts().toString());
  }

  private List<String> texts() {
    return vendors.twilio().texts(NUMBER).stream()
        .map(OutboundSms::body)
        .filter(body -> body.contains(YES_OR_NO))
        .toList();
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

  private static <T> T last(List<T> posts, Function<T, String> text) {
    return posts.reversed().stream()
        .filter(post -> text.apply(post).contains(YES_OR_NO))
        .findFirst()
        .orElseThrow();
  }

  private TelegramPost telegramYesOrNo() {
    return last(vendors.telegram().posts(CHAT), TelegramPost::text);
  }

  private SlackPost slackYesOrNo() {
    return last(vendors.slack().posts(USER), post -> post.blocks().toString());
  }

  private static void soon(String what, BooleanSupplier holds) {
    Eventually.within(SOON, what, holds);
  }
}
