package org.messgateway.gateway.cli.setup.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.channels.discovery.JarMaker;
import org.messgateway.gateway.cli.Ran;

/** Every question of {@code init}, offline: what is no answer, and where a person gives up. */
final class WrongAnswersTest {

  private static final String ACCOUNT = "AC0123456789abcdef0123456789abcdef";

  /** A household by every way that can be chosen; the phone of Telegram is linked later. */
  private static final List<String[]> ANSWERS =
      List.of(
          new String[] {"Household name", "Millers"},
          new String[] {"Language", "DE"},
          new String[] {"your name", "Teague"},
          new String[] {"How is Teague reached", "telegram"},
          new String[] {"Token that @BotFather", "123456789:AAright-right-right-right-right-rig"},
          new String[] {"Another way", "y"},
          new String[] {"How is Teague reached", "slack"},
          new String[] {"Bot User OAuth Token", "xoxb-right"},
          new String[] {"App-level token", "xapp-right"},
          new String[] {"e-mail", "U0TEAGUE"},
          new String[] {"Another way", "y"},
          new String[] {"How is Teague reached", "sms"},
          new String[] {"Account SID", ACCOUNT},
          new String[] {"Auth token", "right-auth-token"},
          new String[] {"Sender", "'+1 (415) 555-0100'"},
          new String[] {"telephone number", "\"+1 415 555 0123\""},
          new String[] {"Another way", "n"},
          new String[] {"Quiet hours", "22-7"},
          new String[] {"What shall be added", "robot"},
          new String[] {"Its name", "Roomba"},
          new String[] {"How is Roomba told", "webhook"},
          new String[] {"Its URL", "http://192.168.1.20:8080/mess"},
          new String[] {"What can it do", "vacuum-floor"},
          new String[] {"What shall be added", "2"},
          new String[] {"Its name", "Laptop"},
          new String[] {"How is Laptop told", "behind"},
          new String[] {"What can it do", ""},
          new String[] {"What shall be added", "2"},
          new String[] {"Its name", "Shop"},
          new String[] {"How is Shop told", "mcp"},
          new String[] {"URL of the MCP server", "http://localhost:9000/mcp"},
          new String[] {"The tool that takes tasks", "order"},
          new String[] {"What can it do", "order-food"},
          new String[] {"What shall be added", "channel"},
          new String[] {"Which one", ""},
          new String[] {"What shall be added", "done"},
          new String[] {"Write it?", "yes"});

  /** What is typed first at these questions, and refused. */
  private static final Map<String, List<String>> WRONG =
      Map.ofEntries(
          Map.entry("Household name", List.of("x".repeat(61))),
          Map.entry("Language", List.of("klingon")),
          Map.entry("your name", List.of("y".repeat(61))),
          Map.entry("How is Teague reached", List.of("0", "99", "pigeon")),
          Map.entry("Token that @BotFather", List.of("hello", "z".repeat(5_000))),
          Map.entry("Another way", List.of("maybe")),
          Map.entry("Bot User OAuth Token", List.of("xapp-right")),
          Map.entry("App-level token", List.of("xoxb-right")),
          Map.entry("e-mail", List.of("Teague", "@teague", "u".repeat(500))),
          Map.entry("Account SID", List.of("AC1", "SK0123456789abcdef0123456789abcdef")),
          Map.entry("Sender", List.of("+1", "a name that is too long")),
          Map.entry("telephone number", List.of("4155550123", "+0 12345678", "Teague")),
          Map.entry("Quiet hours", List.of("at night", "25-7", "22:00", "7-7-7")),
          Map.entry("What shall be added", List.of("5", "-1", "nothing", "a")),
          Map.entry("Its URL", List.of("roomba.local", "ftp://x/y", "http://", "http://ü ü/")),
          Map.entry("What can it do", List.of("vacuum floor!", "\"x")),
          Map.entry("URL of the MCP server", List.of("nothing", "http:/x")),
          Map.entry("Which one", List.of("9")),
          Map.entry("Write it?", List.of("no idea")));

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // Set by what runs the command.
  private Path home;

  private int init(FakeTerminal person) {
    home = directory.resolve("home");
    return person.init(home, "--offline");
  }

  private String config() throws IOException {
    return Files.readString(home.resolve("config.yaml"));
  }

  @Test
  void everyQuestionRefusesWhatIsNoAnswerAndExplainsItself() throws IOException {
    FakeTerminal person = new FakeTerminal();
    for (String[] each : ANSWERS) {
      person.answer(each[0], "?");
      WRONG.getOrDefault(each[0], List.of()).forEach(wrong -> person.answer(each[0], wrong));
      person.answer(each[0], "help").answer(each[0], each[1]);
    }
    assertEquals(0, init(person), person::shown);
    person.assertAllAsked();
    assertFalse(person.shown().contains("xapp-right"), "secrets are not shown");
    for (String words :
        List.of(
            "language: de",
            "sms: \"+14155550123\"",
            "from: \"+14155550100\"",
            "auth_token: \"${TWILIO_AUTH_TOKEN}\"",
            "http: true",
            "format: \"json\"",
            "mcp: { url: \"http://localhost:9000/mcp\", tool: \"order\" }",
            "capabilities: [\"order-food\"]")) {
      assertTrue(config().contains(words), () -> "no " + words + " in\n" + person.shown());
    }
    Ran check = Ran.at(home, "check", "--offline");
    assertEquals(0, check.status(), check::toString);
  }

  @Test
  void theInputMayEndAtEveryQuestionAndNothingIsWritten() {
    for (int answered = 0; answered < ANSWERS.size(); answered++) {
      FakeTerminal person = new FakeTerminal();
      ANSWERS.subList(0, answered).forEach(each -> person.answer(each[0], each[1]));
      assertEquals(1, init(person), person::shown);
      person.assertShows("Ended. Nothing was written.");
      assertFalse(Files.exists(home), person::shown);
    }
  }

  /** One step back each time: to the choice, to the menu, out. */
  @Test
  void everyStepHasAWayBack() {
    FakeTerminal person = new FakeTerminal().answer("Household name", "").answer("Language", "");
    person.answer("your name", "Teague").answer("How is Teague reached", "text");
    person.answer("Account SID", ACCOUNT).answer("Auth token", "");
    person.answer("How is Teague reached", "slack").answer("Bot User OAuth Token", "");
    person.answer("How is Teague reached", "");
    person.answer("What shall be added", "1").answer("Name of the person", "");
    person.answer("What shall be added", "2").answer("Its name", "");
    person.answer("What shall be added", "2").answer("Its name", "Roomba");
    person.answer("How is Roomba told", "");
    person.answer("What shall be added", "2").answer("Its name", "Roomba");
    person.answer("How is Roomba told", "1").answer("Its URL", "");
    person.answer("What shall be added", "3").answer("Which one", "");
    person.answer("What shall be added", "3").answer("Which one", "telegram");
    person.answer("Token", "");
    person.answer("What shall be added", "").answer("End all the same?", "y");
    person.answer("Write it?", "n");
    assertEquals(1, init(person), person::shown);
    person.assertAllAsked();
    assertFalse(Files.exists(home));
  }

  @Test
  void whoCannotBeReachedYetIsNamedBeforeItIsWritten() {
    FakeTerminal person = new FakeTerminal().answer("Household name", "").answer("Language", "");
    person.answer("your name", "Teague").answer("How is Teague reached", "slack");
    person.answer("Bot User", "xoxb-right").answer("App-level", "").answer("e-mail", "");
    person.answer("Another way", "n").answer("Quiet hours", "");
    person.answer("What shall be added", "").answer("End all the same?", "y");
    person.answer("Write it?", "y");
    assertEquals(0, init(person), person::shown);
    person.assertShows("Teague cannot be reached yet");
  }

  /** What an adapter of somebody else needs to be set up: nothing but its description. */
  private static final String ADAPTER =
      """
      package acme;
      import java.util.*;
      import org.messgateway.api.*;
      public final class %1$s implements AdapterProvider {
        public AdapterDescription describe() {
          return new AdapterDescription("%2$s", "Notes on the fridge", Audience.PEOPLE,
              List.of(
                  SettingDescription.required(
                      "door", SettingDescription.SettingKind.TEXT, "Which door."),
                  SettingDescription.optional(
                      "key", SettingDescription.SettingKind.SECRET, "Its key.")),
              "left", "door", List.of(),
              new ChannelLimits(1, Rate.perSecond(1), Rate.perSecond(1)));
        }
        public Optional<SetupGuide> guide() { %3$s }
        public Optional<String> checkAddress(Address address) {
          return address.value().length() < 3 ? Optional.of("is no side") : Optional.empty();
        }
        public Adapter create(Settings settings, AdapterServices services) {
          throw new IllegalStateException("broken");
        }
      }
      """;

  private void adapters() throws IOException {
    List<String> guides =
        List.of(
            "return Optional.empty();",
            "throw new IllegalStateException(\"no guide\");",
            "return Optional.of(new SetupGuide(\"\", \"\", List.of(), \"\", \"\","
                + " List.of(\"nothing\"), \"\", List.of()));");
    List<String> types = List.of("fridge", "ill", "odd");
    JarMaker jar = new JarMaker(Files.createDirectories(directory.resolve("scratch")));
    for (int i = 0; i < types.size(); i++) {
      jar.source("acme.P" + i, ADAPTER.formatted("P" + i, types.get(i), guides.get(i)))
          .service("acme.P" + i);
    }
    jar.jar(directory.resolve("home/adapters/fridge.jar"));
  }

  @Test
  void anAdapterWithoutAGuideAsksForWhatItDescribesAndOneThatFailsCostsNothingElse()
      throws IOException {
    adapters();
    FakeTerminal person = new FakeTerminal().answer("Household name", "").answer("Language", "");
    person.answer("your name", "Teague");
    for (String type : List.of("fridge", "ill", "odd")) {
      person.answer("How is Teague reached", type).answer("Which door", "");
    }
    person.answer("How is Teague reached", "fridge").answer("Which door", "left");
    person.answer("Its key", "hunter22");
    person.answer("What shall be added", "2").answer("Its name", "Laptop");
    person.answer("How is Laptop told", "2").answer("What can it do", "mop");
    person.answer("What shall be added", "").answer("Write it?", "");
    int status = init(person);
    assertEquals(0, status, person::shown);
    person.assertAllAsked();
    person.assertShows("Notes on the fridge");
    person.assertShows("Its guide cannot be used.");
    person.assertShows("That does not work.");
    assertFalse(person.shown().contains("hunter22"));
    assertTrue(config().contains("fridge: { key: \"${FRIDGE_KEY}\", door: \"left\" }"), config());
  }

  @Test
  void aHomeWithADatabaseIsExtendedWithoutIt() throws IOException {
    home = Files.createDirectories(directory.resolve("home"));
    String mine =
        """
        store: { url: "jdbc:postgresql://127.0.0.1:1/mess", user: mess, password: none }
        executors:
          zoe: { notify: { http: true } }
        """;
    Files.writeString(home.resolve("config.yaml"), mine);
    FakeTerminal person = new FakeTerminal();
    person.answer("What shall be added", "2").answer("Its name", "Roomba");
    person.answer("How is Roomba told", "2").answer("What can it do", "vacuum-floor");
    person.answer("What shall be added", "").answer("Write it?", "");
    assertEquals(0, init(person), person::shown);
    assertTrue(config().startsWith(mine.strip()), config());
    assertTrue(config().contains("roomba:"), config());
  }
}
