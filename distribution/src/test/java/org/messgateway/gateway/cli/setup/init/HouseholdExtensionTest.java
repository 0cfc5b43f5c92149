package org.messgateway.gateway.cli.setup.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.home.GatewayLock;

/** A household that is there is extended, offline. */
final class HouseholdExtensionTest {

  private static final String CONFIG =
      """
      title: Millers
      dispatch:
        slack: { bot_token: "xoxb-right" }
        telegram: { bot_token: "123456789:AAright-right-right-right-right-rig" }
      """;

  @TempDir Path home;

  private final FakeTerminal person = new FakeTerminal();

  @BeforeEach
  void aHousehold() {
    write(CONFIG);
  }

  private int init() {
    return person.init(home, "--offline");
  }

  private String config() throws IOException {
    return Files.readString(home.resolve("config.yaml"));
  }

  private FakeTerminal joins(String name, String slack) {
    return joins(name, slack, "");
  }

  private FakeTerminal joins(String name, String slack, String... quietHours) {
    person
        .answer("What shall be added", "a person")
        .answer("Name of the person", name)
        .answer("How is " + name + " reached", "slack")
        .answer("e-mail", slack)
        .answer("Another way", "n");
    List.of(quietHours).forEach(typed -> person.answer("Quiet hours", typed));
    return person;
  }

  private FakeTerminal ends() {
    return person.answer("What shall be added", "").answer("Write it?", "");
  }

  /** Each as id, name and addresses. */
  private List<String> people() {
    return StreamSupport.stream(
            Ran.at(home, "people", "--json").json().get("executors").spliterator(), false)
        .map(row ->
            row.get("executor").asText()
                + " "
                + row.get("name").asText()
                + " "
                + row.get("addresses").findValuesAsText("address"))
        .toList();
  }

  @Test
  void peopleWhoseNamesMakeTheSameIdAreDifferentPeople() {
    joins("Анна", "U0ANNA");
    joins("Борис", "U0BORIS");
    joins("Anna Lena", "U0LENA");
    joins("Anna-Lena", "U0OTHER");
    ends();
    assertEquals(0, init(), person::shown);
    person.assertAllAsked();
    assertEquals(
        List.of(
            "me Анна [U0ANNA]",
            "me-2 Борис [U0BORIS]",
            "anna-lena Anna Lena [U0LENA]",
            "anna-lena-2 Anna-Lena [U0OTHER]"),
        people());
  }

  @Test
  void theSamePersonIsFoundAgainByNameOrId() {
    write(CONFIG + "executors:\n  boris: { name: Борис }\n  me: { name: Анна }\n");
    joins("борис", "U0BORIS");
    joins("me", "U0ANNA");
    ends();
    assertEquals(0, init(), person::shown);
    assertEquals(List.of("boris Борис [U0BORIS]", "me Анна [U0ANNA]"), people());
  }

  @Test
  void aRobotWhoseNameMakesThatIdToo() throws IOException {
    joins("Анна", "U0ANNA")
        .answer("What shall be added", "robot")
        .answer("Its name", "анна")
        .answer("Its name", "ルンバ")
        .answer("How is ルンバ told", "behind")
        .answer("What can it do", "");
    ends();
    assertEquals(0, init(), person::shown);
    person.assertShows("There is me already.");
    assertTrue(config().contains("me-2:"), person::shown);
  }

  @Test
  void quietHoursAreUnderstoodAsPeopleWriteThemOrAskedForAgain() throws IOException {
    joins("Ana", "U0ANA", "10 in the evening to 7", "10 - 7am", "22:00", "10pm - 7am");
    joins("Ben", "U0BEN", "11:30 p.m. to 12 PM");
    joins("Cleo", "U0CLEO", "12am–6:15am");
    joins("Dora", "U0DORA", "13pm-1pm", "22 Uhr bis 7 Uhr");
    joins("Emil", "U0EMIL", "22h / 7:30h");
    ends();
    assertEquals(0, init(), person::shown);
    person.assertAllAsked();
    assertEquals(
        List.of("22:00 7:00", "23:30 12:00", "0:00 6:15", "22:00 7:00", "22:00 7:30"),
        Pattern.compile("start: \"(.*?)\",?\\s+end: \"(.*?)\"")
            .matcher(config())
            .results()
            .map(hours -> hours.group(1) + " " + hours.group(2))
            .toList());
  }

  @Test
  void whatSomebodyWritesMeanwhileStaysAndNothingElseIsWritten() throws IOException {
    String theirs = CONFIG + "language: de\n";
    person.when("These lines join config.yaml", _ -> write(theirs));
    joins("Ana", "U0ANA");
    ends();
    CommandFailure refused = assertThrows(CommandFailure.class, this::init);
    person.assertAllAsked();
    assertTrue(
        refused.sentence().contains("config.yaml was changed while init asked"), refused::toString);
    assertEquals(theirs, config());
    assertFalse(Files.exists(home.resolve("secrets.env")));
  }

  @Test
  void aHouseholdThatAppearsWhileANewOneIsAskedForStays() throws IOException {
    Files.delete(home.resolve("config.yaml"));
    person.when("in about three minutes", _ -> write(CONFIG));
    person
        .answer("Household name", "")
        .answer("Language", "")
        .answer("your name", "Ana")
        .answer("How is Ana reached", "")
        .answer("What shall be added", "")
        .answer("Nobody can be reached yet", "y")
        .answer("Write it?", "");
    assertThrows(CommandFailure.class, this::init);
    person.assertAllAsked();
    assertEquals(CONFIG, config());
    assertFalse(Files.exists(home.resolve("secrets.env")));
  }

  private void onlyALinkIsMissing() {
    write(CONFIG + "executors:\n  ana: { name: Ana }\n");
    person
        .answer("What shall be added", "a person")
        .answer("Name of the person", "Ana")
        .answer("How is Ana reached", "telegram")
        .answer("Another way", "n")
        .answer("Quiet hours", "")
        .answer("What shall be added", "");
  }

  @Test
  void whereOnlyALinkIsMissingTheGatewayThatRunsShowsItAndNothingIsWritten() throws Exception {
    onlyALinkIsMissing();
    String before = config();
    Path folder = Files.createDirectory(home.resolve(".gateway"));
    GatewayLock.Holder holder = new GatewayLock.Holder(1, "here", Instant.EPOCH, 0);
    try (GatewayLock _ = GatewayLock.take(folder, holder)) {
      assertEquals(0, init(), person::shown);
    }
    person.assertAllAsked();
    assertEquals(
        List.of(List.of("link", "ana", "--telegram", "--home", home.toString())),
        person.commands());
    assertEquals(before, config());
    assertFalse(Files.exists(home.resolve("secrets.env")));
    assertFalse(person.shown().contains("takes it over"), person::shown);
  }

  @Test
  void whereOnlyALinkIsMissingAndNoGatewayRunsItsCommandIsShown() throws IOException {
    onlyALinkIsMissing();
    String before = config();
    assertEquals(0, init(), person::shown);
    person.assertAllAsked();
    person.assertShows("link ana --telegram");
    person.assertShows("Next: ");
    assertEquals(before, config());
  }

  private void write(String config) {
    try {
      Files.writeString(home.resolve("config.yaml"), config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
