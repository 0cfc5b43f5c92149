package org.messgateway.gateway.cli.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;

/** Whoever asks hears at once, or before, who is told. */
class TaskForecastTest {

  private static final String CONFIG =
      """
      http: { port: 0 }
      executors:
        teague: { name: Teague, notify: { slack: U0123456789, sms: "+14155550123" } }
        ana: { name: Ana, capabilities: [shopping], notify: { telegram: "123456789" } }
        roomba: { name: Roomba, capabilities: [vacuum-floor], notify: { http: true } }
      routing:
        - match: { capability: vacuum-floor }
          prefer: [roomba]
          then: [ana]
          after: 10m
        - match: { capability: shopping }
          prefer: [ana]
      dispatch:
        slack: { bot_token: xoxb-1-2-abc }
        telegram: { bot_token: "1:abcdefghijklmnopqrstuvwxyz012345678" }
        sms: { account_sid: AC00000000000000000000000000000000, auth_token: x, from: "+14155550100" }
      """;

  @TempDir Path folder;
  private CommandHome home;

  @BeforeEach
  void aHome() throws IOException {
    home = CommandHome.of(folder.resolve("home"), CONFIG);
  }

  @Test
  void aRequestSaysWhoIsToldAndThatNobodyRuns() {
    Ran ran = home.ends(0, "request", "what is in the fridge?");
    assertTrue(ran.err().contains("goes to: Teague (Slack), Ana (Telegram)\n"), ran::toString);
    assertTrue(ran.err().contains("Nobody runs here: told as soon as it does: "), ran::toString);
    assertEquals(1, ran.out().lines().count(), "programs read the ref alone");
  }

  @Test
  void jsonHasWhoIsToldAsAMember() {
    Ran ran = home.ends(0, "request", "what is in the fridge?", "--json");
    assertEquals("teague", ran.json().path("told").path(0).path("executor").asText());
    assertEquals("slack", ran.json().path("told").path(0).path("channel").asText());
    assertFalse(ran.json().path("running").asBoolean(true));
  }

  @Test
  void aPauseShows() {
    home.ends(0, "pause", "ana", "2h");
    String err = home.ends(0, "request", "what is in the fridge?").err();
    assertTrue(err.contains("Ana (Telegram, after "), err);
  }

  @Test
  void aDryRunSaysWhoWhyAndWhyNotAndWritesNothing() throws IOException {
    Ran ran = home.ends(0, "explain", "--dry", "what is in the fridge?");
    assertTrue(ran.out().startsWith("goes to: Teague (Slack), Ana (Telegram)\n"), ran::toString);
    assertTrue(ran.out().contains("decided by: no rule"), ran::toString);
    assertTrue(ran.out().contains("not by sms, which costs money"), ran::toString);
    assertTrue(
        ran.out().contains("roomba is not told of a task that requires nothing"), ran::toString);
    try (Stream<Path> files = Files.walk(home.path())) {
      assertEquals(0, files.filter(each -> each.toString().endsWith(".messe-af.yaml")).count());
    }
  }

  @Test
  void aDryRunFollowsTheRules() {
    String out =
        home.ends(0, "explain", "--dry", "vacuum", "--requires", "vacuum-floor", "--as", "me")
            .out();
    assertTrue(out.contains("decided by: ") && out.contains("config.yaml:"), out);
    assertTrue(out.startsWith("goes to: Roomba (inbox)"), out);
  }

  @Test
  void whatNobodyHasGoesToNobody() {
    String out = home.ends(0, "explain", "--dry", "fly", "--requires", "fly-drone").out();
    assertTrue(out.startsWith("goes to: nobody (nobody can be told: "), out);
  }

  @Test
  void eitherATaskIsNamedOrADryRun() {
    assertTrue(home.ends(2, "explain").err().contains("--dry"));
  }
}
