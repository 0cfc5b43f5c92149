package org.messgateway.gateway.cli.setup.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TwilioSimulator;

/** A parent sets a home up, and answers wrong wherever it is possible. */
final class HouseholdConversationTest {

  private static final String TELEGRAM = "123456789:AAright-right-right-right-right-rig";
  private static final String BOT = "xoxb-right-bot-token";
  private static final String APP = "xapp-right-app-token";
  private static final String ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  private static final String TWILIO = "right-auth-token";
  private static final String FROM = "+14155550100";

  private static TelegramSimulator telegram;
  private static SlackSimulator slack;
  private static TwilioSimulator twilio;

  @TempDir Path directory;

  private Path home;
  private final FakeTerminal person = new FakeTerminal();

  @BeforeAll
  static void services() {
    telegram = TelegramSimulator.start(TELEGRAM, "miller_bot");
    slack = SlackSimulator.start(BOT, APP);
    slack.join("U0TEAGUE", "teague@example.com", "Teague");
    twilio = TwilioSimulator.start(ACCOUNT, TWILIO, FROM);
  }

  @AfterAll
  static void noServices() {
    telegram.close();
    slack.close();
    twilio.close();
  }

  @BeforeEach
  void aHome() {
    home = directory.resolve("home");
    person.when(
        "Or open it there: ",
        line -> {
          String code = line.substring(line.indexOf("start=") + "start=".length());
          telegram.write("4711", "4711", 0, "/start");
          telegram.write("4711", "4711", 0, "/start " + code);
        });
  }

  private int init(String... words) {
    return person.init(
        home,
        Stream.concat(
                Stream.of(words),
                Stream.of(
                    "--set=telegram.base_url=" + telegram.baseUrl(),
                    "--set=slack.base_url=" + slack.baseUrl(),
                    "--set=sms.base_url=" + twilio.baseUrl()))
            .toArray(String[]::new));
  }

  private String config() throws IOException {
    return Files.readString(home.resolve("config.yaml"));
  }

  private String secrets() throws IOException {
    return Files.readString(home.resolve("secrets.env"));
  }

  private FakeTerminal begins(String name) {
    return person.answer("Household name", "").answer("Language", "").answer("your name", name);
  }

  private void ends() {
    person.answer("1-4", "").answer("Write it?", "");
  }

  @Test
  void aParentWithTelegramScansPressesStartAndTheirPhoneRings() throws IOException {
    begins("Teague Miller")
        .answer("1-3", "7")
        .answer("1-3", "zzz")
        .answer("1-3", "telegram")
        .answer("Token that @BotFather", "hello")
        .answer("Token that @BotFather", "123456789:AAwrong-wrong-wrong-wrong-wrong-wro")
        .answer("Token that @BotFather", TELEGRAM)
        .answer("Did it arrive?", "what?")
        .answer("Did it arrive?", "yes")
        .answer("Another way", "")
        .answer("Quiet hours", "at night")
        .answer("Quiet hours", "25:00-7")
        .answer("Quiet hours", "22-7:00");
    ends();
    int before = telegram.posts("4711").size();
    assertEquals(0, init(), person::shown);
    person.assertAllAsked();
    person.assertShows("@BotFather");
    person.assertShows("as @BotFather shows it");
    person.assertShows("Ask @BotFather for the bot's token");
    person.assertShows("Linked: Person 4711.");
    person.assertShows("Reached: Teague Miller by Telegram.");
    assertEquals(before + 1, telegram.posts("4711").size());
    assertFalse(config().contains("AAright"), "the token is a secret");
    assertTrue(secrets().contains("TELEGRAM_BOT_TOKEN=" + TELEGRAM));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("secrets.env"))));
    assertTrue(config().contains("start: \"22:00\""), this::configured);
    Ran people = Ran.at(home, "people");
    assertTrue(tells(people, "telegram +4711 +linked"), people::toString);
    assertEquals(0, Ran.at(home, "check").status());
    for (String typed : List.of("AAright", "AAwrong", "hello")) {
      assertFalse(person.shown().contains(typed), "secrets are not shown");
    }
  }

  private String configured() {
    try {
      return config();
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void whatOthersSaidToTheBotWaitsForTheGateway() {
    begins("Teague").answer("1-3", "telegram").answer("Token", TELEGRAM);
    person.when("Waiting for Start", _ -> {});
    long said = telegram.lastUpdate() + 1;
    telegram.write("4712", "4712", 0, "2 onions");
    person.answer("Did it arrive?", "").answer("Another way", "n").answer("Quiet hours", "");
    ends();
    assertEquals(0, init(), person::shown);
    assertTrue(telegram.confirmed() < said, "what was said is not confirmed");
  }

  @Test
  void slackIsSetUpWithBothTokensAndAPersonByEmail() throws IOException {
    begins("Teague")
        .answer("1-3", "slack")
        .answer("Bot User OAuth Token", APP)
        .answer("Bot User OAuth Token", "xoxb-wrong")
        .answer("Bot User OAuth Token", BOT)
        .answer("App-level token", BOT)
        .answer("App-level token", "xapp-wrong")
        .answer("App-level token", APP)
        .answer("e-mail", "teague")
        .answer("e-mail", "nobody@example.com")
        .answer("e-mail", "teague@example.com")
        .answer("Did it arrive?", "n")
        .answer("1-3", "1")
        .answer("Did it arrive?", "")
        .answer("Another way", "")
        .answer("Quiet hours", "");
    ends();
    assertEquals(0, init(), person::shown);
    person.assertAllAsked();
    person.assertShows("socket_mode_enabled: true");
    person.assertShows("is an app-level token");
    person.assertShows("Slack opens no connection for app_token");
    person.assertShows("Or type an e-mail address.");
    person.assertShows("Nobody there has the address nobody@example.com.");
    person.assertShows("That is Teague (U0TEAGUE).");
    person.assertShows("It stands in Slack under Apps, MESS");
    assertTrue(config().contains("slack: \"U0TEAGUE\""), this::configured);
    assertTrue(secrets().contains("SLACK_APP_TOKEN=" + APP));
    assertFalse(person.shown().contains("xoxb-right"));
    assertFalse(person.shown().contains("xapp-right"));
  }

  @Test
  void textMessagesAreSetUpByQuestionsAndNumbersMayBeWrittenAsPeopleDo() throws IOException {
    begins("Teague")
        .answer("1-3", "text messages")
        .answer("Account SID", "AC1")
        .answer("Account SID", ACCOUNT)
        .answer("Auth token", "wrong")
        .answer("Sender", "+1")
        .answer("Sender", FROM)
        .answer("Account SID", "")
        .answer("Auth token", TWILIO)
        .answer("Sender", "")
        .answer("telephone number", "4155550123")
        .answer("telephone number", "+1 (415) 555-0123")
        .answer("Did it arrive?", "")
        .answer("Another way", "")
        .answer("Quiet hours", "");
    ends();
    assertEquals(0, init(), person::shown);
    person.assertAllAsked();
    person.assertShows("must be AC and 32 hexadecimal digits");
    person.assertShows("is no telephone number in international form");
    assertEquals(1, twilio.texts("+14155550123").size());
    assertTrue(config().contains("sms: \"+14155550123\""), this::configured);
    assertFalse(person.shown().contains(TWILIO));
  }

  @Test
  void aRobotWithAUrlAndOneBehindARouter() throws Exception {
    HttpServer robot =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    robot.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    robot.start();
    String url = "http://127.0.0.1:" + robot.getAddress().getPort() + "/mess";
    try {
      begins("Teague").answer("1-3", "");
      person
          .answer("1-4", "2")
          .answer("Its name", "Roomba")
          .answer("1-3", "1")
          .answer("Its URL", "roomba.local")
          .answer("Its URL", url)
          .answer("What can it do?", "vacuum floor?")
          .answer("What can it do?", "vacuum-floor, mop")
          .answer("1-4", "2")
          .answer("Its name", "roomba")
          .answer("Its name", "Laptop")
          .answer("1-3", "2")
          .answer("What can it do?", "");
      ends();
      assertEquals(0, init(), person::shown);
    } finally {
      robot.stop(0);
    }
    person.assertAllAsked();
    person.assertShows("There is roomba already.");
    person.assertShows("A test went out, and roomba took it.");
    person.assertShows("secret roomba");
    person.assertShows("listen laptop");
    assertTrue(config().contains("format: \"json\""), this::configured);
    assertEquals(0, Ran.at(home, "secret", "roomba").status());
    assertEquals(0, Ran.at(home, "token", "executor", "laptop").status());
  }

  @Test
  void nothingIsWrittenBeforeTheEnd() {
    begins("Teague")
        .answer("1-3", "telegram")
        .answer("Token", TELEGRAM)
        .answer("Did it arrive?", "")
        .answer("Another way", "n")
        .answer("Quiet hours", "")
        .answer("1-4", "done");
    assertEquals(1, init(), person::shown);
    person.assertShows("Ended. Nothing was written.");
    assertFalse(Files.exists(home));
  }

  @Test
  void nobodyReachedIsNoGoodEnd() {
    begins("Teague").answer("1-3", "");
    person
        .answer("1-4", "")
        .answer("Nobody can be reached yet", "")
        .answer("1-4", "4")
        .answer("Nobody can be reached yet", "y")
        .answer("Write it?", "");
    assertEquals(1, init(), person::shown);
    person.assertAllAsked();
    person.assertShows("Nobody is reached yet. Run this again");
  }

  @Test
  void aSecondRunAddsAndKeepsEveryWordThatStandsThere() throws IOException {
    Files.createDirectories(home);
    String mine =
        """
        # our house
        title: Millers   # short
        executors:
          zoe: { name: Zoe, notify: { http: true } } # the daughter
          # nobody else yet

        # rules come here
        dispatch:   # channels
          telegram: { bot_token: "${TELEGRAM_BOT_TOKEN}", base_url: "%s" }
        """
            .formatted(telegram.baseUrl());
    Files.writeString(home.resolve("config.yaml"), mine);
    Files.writeString(home.resolve("secrets.env"), "# mine\nTELEGRAM_BOT_TOKEN=" + TELEGRAM + "\n");
    person
        .answer("1-4", "a person")
        .answer("Name of the person", "Ana")
        .answer("1-3", "telegram")
        .answer("Did it arrive?", "")
        .answer("Another way", "y")
        .answer("1-3", "slack")
        .answer("Bot User OAuth", BOT)
        .answer("App-level", "")
        .answer("e-mail", "U0ANA")
        .answer("Did it arrive?", "")
        .answer("Another way", "")
        .answer("Quiet hours", "");
    ends();
    assertEquals(0, init(), person::shown);
    person.assertAllAsked();
    person.assertShows("These lines join config.yaml:");
    for (String line : mine.lines().toList()) {
      assertTrue(config().lines().anyMatch(line::equals), () -> line + " in\n" + configured());
    }
    assertTrue(secrets().startsWith("# mine\n"));
    assertEquals(1, secrets().lines().filter(l -> l.startsWith("TELEGRAM")).count());
    Ran people = Ran.at(home, "people");
    assertTrue(tells(people, "telegram +4711 +linked"), people::toString);
    assertTrue(tells(people, "slack +U0ANA"), people::toString);
    assertTrue(tells(people, "zoe +Zoe"), people::toString);
  }

  /** Whether a row of the table has these cells beside each other. */
  private static boolean tells(Ran table, String cells) {
    return Pattern.compile(cells).matcher(table.out()).find();
  }

  @Test
  void whereLinksAreKeptInADatabaseThatDoesNotAnswerNothingIsWritten() throws IOException {
    Files.createDirectories(home);
    String mine =
        """
        store: { url: "jdbc:postgresql://127.0.0.1:1/mess", user: mess, password: none }
        executors:
          zoe: { notify: { http: true } }
        dispatch:
          telegram: { bot_token: "%s", base_url: "%s" }
        """
            .formatted(TELEGRAM, telegram.baseUrl());
    Files.writeString(home.resolve("config.yaml"), mine);
    person
        .answer("1-4", "a person")
        .answer("Name of the person", "Ana")
        .answer("1-3", "telegram")
        .answer("Did it arrive?", "")
        .answer("Another way", "")
        .answer("Quiet hours", "");
    ends();
    RuntimeException refused = assertThrows(RuntimeException.class, this::init);
    person.assertAllAsked();
    assertTrue(refused.toString().contains("127.0.0.1:1"), refused::toString);
    assertEquals(mine, config());
    assertFalse(Files.exists(home.resolve("secrets.env")));
  }

  @Test
  void aConfigurationWithMistakesIsNotAddedTo() throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve("config.yaml"), "titel: Millers\n");
    RuntimeException refused = assertThrows(RuntimeException.class, this::init);
    assertTrue(refused.toString().contains("has mistakes"), refused::toString);
    assertEquals("titel: Millers\n", config());
  }

  @Test
  void offlineNothingIsAskedAndTheLinkComesLater() throws IOException {
    begins("Teague")
        .answer("1-3", "telegram")
        .answer("Token", TELEGRAM)
        .answer("Another way", "n")
        .answer("Quiet hours", "");
    ends();
    int calls = telegram.calls("getMe").size();
    assertEquals(0, init("--offline"), person::shown);
    person.assertAllAsked();
    person.assertShows("link teague --telegram");
    assertEquals(calls, telegram.calls("getMe").size());
    assertTrue(config().contains("teague:"));
  }
}
