package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All mistakes are told at once, in order, and no secret in any of them. */
final class ManyMistakesTest {

  private static final String TWELVE =
      """
      titel: Miller home
      http:
        port: eighty
        host: 127.0.0.1
      executors:
        ana:
          capabilites: [check-door]
          timezone: Europe/Berln
          availability: schedule
          schedule: 8 to 22
          notify:
            sms: "0151 1234"
            slak: U04ANA
        ben:
          notify:
            telegram: 12345
      routing:
        - match: { urgency: soonish }
          prefer: [ana]
      stale_after: a day
      client_url: ftp://mess.example
      dispatch:
        sms:
          account: AC1
          token: ${NO_SUCH_TOKEN}
        telegram: {}
      """;

  @TempDir Path directory;

  @Test
  void twelveMistakesAreTwelveProblemsWithTheirLines() {
    List<ConfigProblem> problems = new Home(directory).config(TWELVE).mistakes();
    assertEquals(
        List.of(1, 3, 7, 8, 10, 12, 13, 18, 20, 21, 25, 26),
        problems.stream().map(problem -> problem.position().line()).toList(),
        problems::toString);
    assertEquals(
        List.of(
            "titel",
            "http.port",
            "executors.ana.capabilites",
            "executors.ana.timezone",
            "executors.ana.schedule",
            "executors.ana.notify.sms",
            "executors.ana.notify.slak",
            "routing[0].match.urgency",
            "stale_after",
            "client_url",
            "dispatch.sms.token",
            "dispatch.telegram.bot_token"),
        problems.stream().map(ConfigProblem::path).toList());
  }

  @Test
  void theReportNamesEachWithItsCure() {
    String report = ConfigReport.of(new Home(directory).config("titel: x").load());
    assertEquals(
        """
        1 mistake:
          config.yaml:1  titel
              unknown key `titel`
              -> did you mean `title`?

        1 warning:
          config.yaml:1  executors
              there is nobody to be told
              -> write executors:, see the README

        """,
        report);
  }

  @Test
  void noSecretStandsInAnyMessage() {
    String text =
        """
        secret: top-level-secret
        title: "top-level-secret ${TOKEN} is a very long title, longer than any title may be"
        executors:
          robot:
            notify:
              webhook: { url: "${URL}", secret: [typed-secret-1], headers: { A: Bearer abcdef } }
          ana: { notify: { slack: "${TOKEN}", sms: typed-secret-1 }, min_priority: Bearer abcdef }
          ben: { notify: { slack: "https://hooks.example/T0/very-private" } }
        dispatch:
          slack: { bot_token: "${TOKEN} x", signing_secret: [typed-secret-2], rate: "${TOKEN}" }
          sms: { account: A, token: typed-secret-3, typo: typed-secret-3 }
        store: { url: "jdbc:postgresql://db/x?password=store-password", password: its-password }
        """;
    LoadResult loadResult =
        new Home(directory)
            .config(text)
            .load(Map.of("TOKEN", "xoxb-from-environment", "URL", "ftp://in-the-url-token"));
    String report = ConfigReport.of(loadResult) + loadResult;
    for (String secret :
        List.of(
            "top-level-secret",
            "xoxb-from-environment",
            "in-the-url-token",
            "typed-secret-1",
            "typed-secret-2",
            "typed-secret-3",
            "very-private",
            "Bearer abcdef",
            "store-password",
            "its-password")) {
      assertFalse(report.contains(secret), () -> secret + " stands in\n" + report);
    }
  }

  @Test
  void aLineThatIsNoYamlIsNotQuoted() {
    String report =
        ConfigReport.of(
            new Home(directory).config("dispatch:\n  sms: {token: very-private\n  x: [").load());
    assertFalse(report.contains("very-private"), report);
  }
}
