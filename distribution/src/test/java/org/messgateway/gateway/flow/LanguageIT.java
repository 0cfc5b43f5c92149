package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;

/** Somebody who reads German gets German over every channel, and whoever reads English English. */
class LanguageIT {

  private static final String REF = "2026-11-21-060";
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String NUMBER = "+14155550201";

  @TempDir private Path folder;

  @Test
  void aGermanIsToldAndAnsweredInGermanOverSlackTelegramAndSms() throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (Vendors vendors = new Vendors()) {
      house.configure(
          """
          client_url: %s
          language: de
          executors:
            ulf: { any_task: true, notify: { slack: U04ULF, telegram: "501", sms: "%s" } }
            ann: { language: en, notify: { telegram: "502" } }
          """
              .formatted(Door.PUBLIC, NUMBER),
          vendors.dispatch());
      try (HouseGateway _ = HouseGateway.start(house)) {
        vendors.awaitConnected();
        house.put(Request.of(REF));
        asked(vendors);
        answered(vendors);
      }
    }
  }

  private static void asked(Vendors vendors) {
    SlackSimulator slack = vendors.slack();
    TelegramSimulator telegram = vendors.telegram();
    Eventually.within(SOON, "Ulf is asked in Slack", () -> !slack.posts("U04ULF").isEmpty());
    SlackPost post = slack.posts("U04ULF").getFirst();
    assertTrue(post.text().startsWith("MESS: \"water the plants"), post.text());
    assertTrue(post.blocks().toString().contains("\"Mach ich\""), post.blocks().toString());
    Eventually.within(SOON, "Ulf is asked in Telegram", () -> !telegram.posts("501").isEmpty());
    assertTrue(telegram.posts("501").getFirst().markup().toString().contains("Ich nicht"));
    Eventually.within(SOON, "Ulf is texted", () -> !vendors.twilio().texts(NUMBER).isEmpty());
    String text = vendors.twilio().texts(NUMBER).getFirst().body();
    assertTrue(text.contains("1 = mach ich"), text);
    Eventually.within(SOON, "Ann is asked", () -> !telegram.posts("502").isEmpty());
    assertTrue(telegram.posts("502").getFirst().markup().toString().contains("I'll do it"));
  }

  private static void answered(Vendors vendors) {
    TelegramSimulator telegram = vendors.telegram();
    TelegramPost first = telegram.posts("501").getFirst();
    String query = telegram.press("501", first, "claim");
    Eventually.within(SOON, "Ulf is answered", () -> !telegram.pressAnswers(query).isEmpty());
    String toast = telegram.pressAnswers(query).getFirst().text();
    assertTrue(toast.startsWith("Du machst es."), toast);
    Eventually.within(
        SOON,
        "Ann reads who has it",
        () -> telegram.posts("502").getLast().text().contains("ulf has it"));
    vendors.twilio().write(NUMBER, "LISTE");
    Eventually.within(
        SOON,
        "Ulf's list says that it is his",
        () ->
            vendors.twilio().texts(NUMBER).stream()
                .anyMatch(sms -> sms.body().contains("- machst du")));
  }
}
