package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator.PressAnswer;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;

/** Ana and Bob share a Telegram group, Teague and Kim a Slack channel: who pressed is who acts. */
class TogetherIT {

  private static final String REF = "2026-11-21-001";
  private static final String GROUP = "-100200300";
  private static final String CHANNEL = "C0HOME";
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private House house;
  private Vendors vendors;
  private HouseGateway gateway;

  @BeforeEach
  void aHousehold() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    vendors = new Vendors();
    house.configure(
        """
        executors:
          ana: { name: Ana, notify: { telegram: "-100200300" }, identity: { telegram: "11" } }
          bob: { name: Bob, notify: { telegram: "-100200300" }, identity: { telegram: "22" } }
          teague: { name: Teague, notify: { slack: C0HOME }, identity: { slack: U04TEAGUE } }
          kim: { name: Kim, notify: { slack: C0HOME }, identity: { slack: U04KIM } }
        """,
        vendors.dispatch());
    gateway = HouseGateway.start(house);
    vendors.awaitConnected();
    house.put(Request.of(REF));
    soon("the group is asked", () -> !vendors.telegram().posts(GROUP).isEmpty());
    soon("the channel is asked", () -> !vendors.slack().posts(CHANNEL).isEmpty());
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    vendors.close();
  }

  @Test
  void inATelegramGroupWhoPressedHasItAndAllSeeThat() throws Exception {
    TelegramSimulator telegram = vendors.telegram();
    TelegramPost asked = telegram.posts(GROUP).getFirst();
    assertTrue(asked.text().contains("Ana") && asked.text().contains("Bob"), asked.text());

    String odd = telegram.press("99", asked, "claim");
    soon("the stranger is answered", () -> !telegram.pressAnswers(odd).isEmpty());
    PressAnswer told = telegram.pressAnswers(odd).getFirst();
    assertTrue(told.alert() && told.text().contains("99"), told.toString());
    assertTrue(house.threadText(REF).contains("status: pending"), "a stranger changes nothing");
    assertFalse(house.threadText(REF).contains("claimed"), "a stranger changes nothing");
    assertTrue(people().contains("99"), "the operator can see who it was");

    String passing = telegram.press("98", asked, "decline");
    soon("another stranger is answered", () -> !telegram.pressAnswers(passing).isEmpty());
    assertTrue(telegram.pressAnswers(passing).getFirst().text().contains("98"));
    assertEquals(1, telegram.posts(GROUP).size(), "nobody else is bothered with them");

    String bob = telegram.press("22", asked, "claim");
    soon("Bob has it", () -> house.threadText(REF).contains("executor: bob"));
    soon("Bob is told", () -> !telegram.pressAnswers(bob).isEmpty());
    soon("the group's message says so", () -> last().text().contains("Bob has it"));
    soon("the channel's says so", () -> slackLast().blocks().toString().contains("Bob has it"));
    assertEquals(asked.number(), last().number(), "it is the same message");
    assertFalse(slackLast().hasButton("claim"));

    String ana = telegram.press("11", asked, "claim");
    soon("Ana is told by what she pressed", () -> !telegram.pressAnswers(ana).isEmpty());
    assertTrue(telegram.pressAnswers(ana).getFirst().text().contains("Bob has it"));
    assertTrue(house.threadText(REF).contains("executor: bob"));

    long _ = telegram.sendPhoto("22", GROUP, asked.number(), "two onions", new byte[] {1, 2, 3});
    soon("Bob's photo is the answer", () -> house.threadText(REF).contains("status: completed"));
    assertTrue(house.threadText(REF).contains("two onions"));
    assertEquals(
        1,
        telegram.posts(GROUP).stream()
            .filter(post -> post.text().contains("water the"))
            .map(TelegramPost::number)
            .distinct()
            .count(),
        "one message for both, edited");
  }

  @Test
  void inASlackChannelWhoPressedHasItAndAllSeeThat() throws Exception {
    SlackSimulator slack = vendors.slack();
    SlackPost post = slack.posts(CHANNEL).getFirst();
    String shown = post.text() + post.blocks();
    assertTrue(shown.contains("Teague") && shown.contains("Kim"), shown);

    String _ = slack.send(slack.press("U04ODD", post, "claim"));
    soon("the stranger is answered", () -> !slack.ephemerals("U04ODD").isEmpty());
    assertTrue(slack.ephemerals("U04ODD").getFirst().text().contains("U04ODD"));
    assertTrue(house.threadText(REF).contains("status: pending"), "a stranger changes nothing");
    assertFalse(house.threadText(REF).contains("claimed"), "a stranger changes nothing");
    assertTrue(people().contains("U04ODD"), "the operator can see who it was");
    String _ = slack.send(slack.press("U04PASSING", post, "decline"));
    soon("another stranger is answered", () -> !slack.ephemerals("U04PASSING").isEmpty());
    assertEquals(List.of(), slack.views(), "no form that leads nowhere");
    assertEquals(1, slack.posts(CHANNEL).size(), "nobody else is bothered with them");

    String _ = slack.send(slack.press("U04KIM", post, "claim"));
    soon("Kim has it", () -> house.threadText(REF).contains("executor: kim"));
    soon(
        "the channel's message says so",
        () -> slackLast().blocks().toString().contains("Kim has it"));
    assertEquals(post.ts(), slackLast().ts(), "it is the same message");
    soon("the group's says so", () -> last().text().contains("Kim has it"));

    String _ = slack.send(slack.press("U04TEAGUE", post, "claim"));
    soon("Teague is told privately", () -> !slack.ephemerals("U04TEAGUE").isEmpty());
    assertTrue(slack.ephemerals("U04TEAGUE").getFirst().text().contains("Kim has it"));
    assertTrue(house.threadText(REF).contains("executor: kim"));

    String _ = slack.send(slack.wrote("U04KIM", CHANNEL, post.ts(), "two onions"));
    soon("Kim's reply is the answer", () -> house.threadText(REF).contains("status: completed"));
    assertTrue(house.threadText(REF).contains("two onions"));
  }

  private TelegramPost last() {
    return vendors.telegram().posts(GROUP).getLast();
  }

  private SlackPost slackLast() {
    return vendors.slack().posts(CHANNEL).getLast();
  }

  private String people() throws Exception {
    return Files.readString(house.home().resolve("people.yaml"));
  }

  private static void soon(String what, BooleanSupplier holds) {
    Eventually.within(SOON, what, holds);
  }
}
