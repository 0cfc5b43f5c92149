package org.messgateway.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.standardwebhooks.Webhook;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.testkit.Conforms;

/** What people and programs get from the commands: status, words, and no stack trace ever. */
final class CommandLineTest {

  private static final String CONFIG =
      """
      agent_id: claude-agent
      executors:
        ana:
          name: Ana
          capabilities: [check-visual]
          notify: { telegram: "123456789" }
        roomba:
          capabilities: [vacuum-floor]
          notify: { webhook: "%s" }
      dispatch:
        telegram: { bot_token: "123456789:AAtest-test-test-test-test-test-test" }
        webhook: { secret: "a master secret for tests" }
      """;

  @TempDir Path directory;

  private Path home;

  @BeforeEach
  void aHome() throws IOException {
    home =
        Files.createDirectory(
            directory.resolve("home"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private Ran run(String... words) {
    return Ran.at(home, words);
  }

  private void configured() throws IOException {
    configured(CONFIG.formatted("http://127.0.0.1:9/mess"));
  }

  private void configured(String config) throws IOException {
    Files.writeString(home.resolve("config.yaml"), config);
  }

  private static void assertStatus(int status, Ran ran) {
    assertEquals(status, ran.status(), ran::toString);
  }

  private static void assertSays(String words, String text, Ran ran) {
    assertTrue(text.contains(words), () -> "no \"" + words + "\" in:\n" + ran);
  }

  // Wrong words and wrong configuration.

  @Test
  void helpIsNoMistake() {
    Ran help = Ran.of("--help");
    assertStatus(0, help);
    for (String command : List.of("demo", "init", "run", "check", "request", "explain")) {
      assertSays(command, help.out(), help);
    }
    assertStatus(0, Ran.of("request", "--help"));
    assertSays("mess-gateway 0", Ran.of("--version").out(), help);
  }

  @Test
  void listeningWantsToKnowWhereToAndWho() throws IOException {
    configured(
        CONFIG.formatted("http://127.0.0.1:9/mess").replace("mess\" }", "mess\", http: true }"));
    assertStatus(2, run("listen", "roomba"));
    Ran deaf = run("listen", "ana", "--forward", "http://localhost:3000/mess");
    assertStatus(2, deaf);
    assertSays("ana has no inbox", deaf.err(), deaf);
    Ran nobody = run("listen", "nemo", "--forward", "http://localhost:3000/mess");
    assertStatus(2, nobody);
    assertSays("There is no executor nemo", nobody.err(), nobody);
    Ran nowhere = run("listen", "roomba", "--forward", "localhost:3000");
    assertStatus(2, nowhere);
    assertSays("http:// or https://", nowhere.err(), nowhere);
    assertEquals(0, run("tokens", "--json").json().size(), "what was made for it is taken back");
  }

  @Test
  void whoHasAnInboxOnlyIsSignedForLikeTheOthers() throws IOException {
    configured(
        """
        executors:
          cat: { notify: { http: true } }
        dispatch:
          webhook: { secret: "a master secret for tests" }
        """);
    Ran ran = run("secret", "cat", "--json");
    assertStatus(0, ran);
    assertEquals(
        WebhookSecrets.forExecutor(Secret.of("a master secret for tests"), "cat").reveal(),
        ran.json().at("/secrets/0").asText());
  }

  @Test
  void anUnknownCommandIsAMistakeOfUsage() {
    Ran ran = Ran.of("exterminate");
    assertStatus(2, ran);
    assertSays("exterminate", ran.err(), ran);
    assertEquals("", ran.out());
  }

  @Test
  void noCommandIsAMistakeOfUsage() {
    Ran ran = Ran.of();
    assertStatus(2, ran);
    assertSays("Which command?", ran.err(), ran);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999", "65536", "-1"})
  void aPortThatIsNoneIsAMistakeOfUsage(String port) throws IOException {
    configured();
    Ran ran = run("run", "--port", port);
    assertStatus(2, ran);
    assertSays("--port must be 1 to 65535, or 0 for any.", ran.err(), ran);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "mcp", "check"})
  void aFolderThatCannotBeNamedIsAMistakeOfUsage(String command) {
    Ran ran = Ran.of(command, "--home", "/srv/h\ud800");
    assertStatus(2, ran);
    assertSays("--home", ran.err(), ran);
  }

  @ParameterizedTest
  @ValueSource(strings = {"request", "explain", "secret", "sample", "ping"})
  void aCommandWithoutWhatItIsAboutIsAMistakeOfUsage(String command) {
    assertStatus(2, run(command));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "check",
        "threads",
        "deliveries",
        "replay",
        "explain r",
        "request look",
        "secret roomba",
        "sample roomba",
        "ping roomba"
      })
  void withoutAConfigurationACommandSaysHowToMakeOne(String command) {
    Ran ran = run(command.split(" ", -1));
    assertStatus(2, ran);
    assertSays("There is no configuration in " + home, ran.err(), ran);
    assertSays("./mess-gateway init --home " + home, ran.err(), ran);
    assertEquals("", ran.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "threads", "request look", "ping ana"})
  void aBadConfigurationIsReportedWhole(String command) throws IOException {
    configured(
        """
        executors:
          ana: { capabilites: [x], notify: { pigeon: loft } }
        dispatch:
          telegram: { bot_tocken: x }
        """);
    Ran ran = run(command.split(" ", -1));
    assertStatus(2, ran);
    for (String mistake : List.of("capabilites", "pigeon", "bot_tocken", "config.yaml:2")) {
      assertSays(mistake, ran.err(), ran);
    }
  }

  @Test
  void checkReportsABadConfigurationToo() throws IOException {
    configured("executors: [\n");
    Ran ran = run("check", "--offline");
    assertStatus(2, ran);
    assertSays("config.yaml:", ran.out(), ran);
    assertSays("1 mistake; nothing else is checked until it is mended.", ran.out(), ran);
  }

  @Test
  void checkIsContentWithAGoodConfiguration() throws IOException {
    configured();
    Ran ran = run("check", "--offline");
    assertStatus(0, ran);
    assertSays("All is well with 2 executors on 2 channels.", ran.out(), ran);
    assertSays("exchange primary is well\n", ran.out(), ran);
    assertSays("channel telegram is configured; no service was asked\n", ran.out(), ran);
    assertSays("executor roomba is reached over webhook\n", ran.out(), ran);
  }

  @Test
  void checkKnowsAddressesThatPeopleLinkedAndWhoHasNone() throws IOException {
    configured(
        CONFIG
            .formatted("http://127.0.0.1:9/mess")
            .replace("notify: { telegram: \"123456789\" }", "notify: {}"));
    Ran nobody = run("check", "--offline");
    assertStatus(0, nobody);
    assertSays("Hint: Nothing rings for ana, who has no address.\n", nobody.out(), nobody);
    assertSays("link ana --home " + home + " --telegram", nobody.out(), nobody);
    Files.writeString(
        home.resolve("people.yaml"),
        "linked: [{ executor: ana, channel: telegram, address: '7001', person: '7001',"
            + " since: '2026-11-20T12:00:00Z' }]\n");
    Ran linked = run("check", "--offline");
    assertStatus(0, linked);
    assertSays("executor ana is reached over telegram\n", linked.out(), linked);
    assertFalse(linked.out().contains("Hint:"), linked::toString);
  }

  @Test
  void checkCountsWhatIsWellAndWhatIsNot() throws IOException {
    configured(
        CONFIG
            .formatted("http://127.0.0.1:9/mess")
            .replace("-test\" }", "-test\", base_url: \"http://127.0.0.1:" + deadPort() + "\" }"));
    Ran ran = run("check");
    assertStatus(1, ran);
    assertSays("channel telegram is not well\n", ran.out(), ran);
    assertSays("channel webhook is ", ran.out(), ran);
    assertSays("executor ana is reached over nothing that is well\n", ran.out(), ran);
    assertTrue(ran.out().endsWith("1 channel well, 1 mistake.\n"), ran::toString);
  }

  // init

  private Ran init(String... more) {
    List<String> words = new ArrayList<>(List.of(more));
    words.add("--offline");
    return askingInit(words.toArray(String[]::new));
  }

  private Ran askingInit(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "init",
                "--no-questions",
                "--title",
                "The \"Millers\"",
                "--name",
                "Ana Müller",
                "--telegram",
                "123456789",
                "--telegram-token",
                "123456789:AAtest-test-test-test-test-test-test",
                "--webhook",
                "roomba=http://192.168.1.20/mess"));
    words.addAll(List.of(more));
    return run(words.toArray(String[]::new));
  }

  @Test
  void initWritesWhatCheckIsContentWith() {
    Ran ran = init();
    assertStatus(0, ran);
    assertSays("./mess-gateway check --home " + home, ran.out(), ran);
    assertSays("./mess-gateway run --home " + home, ran.out(), ran);
    Ran check = run("check", "--offline");
    assertStatus(0, check);
    assertSays("2 executors", check.out(), check);
    assertSays("executor ana-muller is", check.out(), check);
  }

  /** Wherever this runs: Telegram is not there, or refuses such a token. */
  @Test
  void initFailsWhenACredentialIsNotTaken() {
    Ran ran = askingInit();
    assertStatus(1, ran);
    assertSays("Mend what stands above, then: ./mess-gateway check --home " + home, ran.out(), ran);
    assertTrue(Files.exists(home.resolve("config.yaml")), "it is written all the same");
  }

  @Test
  void initHidesSecretsFromOthersAndFromTheConfiguration() throws IOException {
    init();
    Path secrets = home.resolve("secrets.env");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets)));
    assertTrue(Files.readString(secrets).contains("TELEGRAM_BOT_TOKEN=123456789:AAtest"));
    assertFalse(Files.readString(home.resolve("config.yaml")).contains("AAtest"));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aHomeThatInitMakesIsItsOwnersAlone() throws IOException {
    home = directory.resolve("some/where");
    Ran ran = init();
    assertStatus(0, ran);
    assertEquals("rwx------", mode(home));
    assertEquals("rw-------", mode(home.resolve("config.yaml")));
    assertSays("is yours alone", ran.out(), ran);
  }

  @Test
  void aHomeThatIsThereKeepsItsModeBecauseOthersMayShareAnExchangeInIt() throws IOException {
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    Ran ran = init();
    assertEquals("rwxr-xr-x", mode(home));
    assertEquals("rw-------", mode(home.resolve("config.yaml")));
    assertSays("Others can look into " + home, ran.out(), ran);
  }

  @Test
  void checkNamesASecretThatOthersCanRead() throws IOException {
    configured();
    Path config = home.resolve("config.yaml");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-r--r--"));
    Ran open = run("check", "--offline");
    assertStatus(0, open);
    assertSays(config + " holds a secret and can be read by others.", open.out(), open);
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
    assertFalse(run("check", "--offline").out().contains("holds a secret"));
  }

  @Test
  void peopleAndExplainShowNoSecretOfAnAddress() throws IOException {
    configured(CONFIG.formatted("http://127.0.0.1:9/bad?key=SECRET"));
    for (String format : List.of("", "--json")) {
      Ran people = format.isEmpty() ? run("people") : run("people", format);
      assertStatus(0, people);
      assertSays("http://127.0.0.1:9/bad", people.out(), people);
      assertFalse(people.out().contains("SECRET"), people::out);
    }
  }

  @Test
  void initOverwritesNothingUnlessForced() throws IOException {
    init();
    Path config = home.resolve("config.yaml");
    Files.writeString(config, Files.readString(config) + "# mine\n");
    Ran again = init();
    assertStatus(2, again);
    assertSays(config + " is there already", again.err(), again);
    assertTrue(Files.readString(config).endsWith("# mine\n"));
    assertStatus(0, init("--force"));
    assertFalse(Files.readString(config).endsWith("# mine\n"));
  }

  @Test
  void initDoesNotThrowAwaySecretsWhoseConfigurationIsGone() throws IOException {
    init();
    Path secrets = home.resolve("secrets.env");
    String before = Files.readString(secrets);
    Files.delete(home.resolve("config.yaml"));
    Ran again = init();
    assertStatus(2, again);
    assertSays(secrets + " is there already", again.err(), again);
    assertEquals(before, Files.readString(secrets));
    assertFalse(Files.exists(home.resolve("config.yaml")));
  }

  @Test
  void initTakesSecretsFromFilesAndWritesTheirNamesOnly() throws IOException {
    String account = "AC0123456789abcdef0123456789abcdef";
    Path slack = Files.writeString(directory.resolve("slack"), "xoxb-from-a-file\nand more\n");
    Path app = Files.writeString(directory.resolve("app"), " xapp-from-a-file \n");
    Path telegram =
        Files.writeString(
            directory.resolve("telegram"), "123456789:AAtest-test-test-test-test-test-test");
    Path twilio =
        Files.writeString(directory.resolve("twilio"), account + ":from-a-file:+14155550100\n");
    Ran ran =
        run(
            "init",
            "--no-questions",
            "--offline",
            "--slack=U04ABCDEF12",
            "--slack-token-file=" + slack,
            "--slack-app-token-file=" + app,
            "--telegram=123456789",
            "--telegram-token-file=" + telegram,
            "--sms=+1 (415) 555-0123",
            "--twilio-file=" + twilio,
            "--webhook=roomba=http://192.168.1.20/mess");
    assertStatus(0, ran);
    String secrets = Files.readString(home.resolve("secrets.env"));
    for (String line :
        List.of(
            "SLACK_BOT_TOKEN=xoxb-from-a-file\n",
            "SLACK_APP_TOKEN=xapp-from-a-file\n",
            "TELEGRAM_BOT_TOKEN=123456789:AAtest-test-test-test-test-test-test\n",
            "TWILIO_ACCOUNT_SID=" + account + "\n",
            "TWILIO_AUTH_TOKEN=from-a-file\n")) {
      assertTrue(secrets.contains(line), () -> line + " is not in " + secrets);
    }
    String config = Files.readString(home.resolve("config.yaml"));
    assertFalse(config.contains("from-a-file"), config);
    assertTrue(config.contains("sms: \"+14155550123\""), config);
    assertTrue(config.contains("format: \"json\""), "what every library can verify");
    assertFalse((ran.out() + ran.err()).contains("from-a-file"), ran::toString);
    Ran missing =
        run("init", "--force", "--slack=U1", "--slack-token-file=" + directory.resolve("none"));
    assertStatus(2, missing);
    assertSays("none cannot be read", missing.err(), missing);
  }

  @Test
  void initWantsToKnowHowSomebodyIsReached() throws IOException {
    Ran ran = run("init", "--no-questions", "--name", "Ana");
    assertStatus(2, ran);
    assertSays("--telegram", ran.err(), ran);
    Ran form = run("init", "--no-questions", "--webhook", "roomba");
    assertStatus(2, form);
    assertSays("ID=URL", form.err(), form);
    try (Stream<Path> written = Files.list(home)) {
      assertEquals(List.of(), written.toList());
    }
  }

  // Tasks and what became of them.

  @Test
  void aRequestPrintsItsRefAndLiesInTheExchange() throws IOException {
    configured();
    Ran ran = run("request", "vacuum the rice", "--requires", "vacuum-floor", "--id", "rice-1");
    assertStatus(0, ran);
    String ref = ran.out().strip();
    assertFalse(ref.contains("\n") || ref.isEmpty(), ran::toString);
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(home.resolve("state=received"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertTrue(file.getFileName().toString().contains(ref), file::toString);
        texts.add(Files.readString(file));
      }
    }
    assertEquals(1, texts.size());
    assertTrue(texts.getFirst().contains("intent: vacuum the rice"), texts::getFirst);
    assertTrue(texts.getFirst().contains("vacuum-floor"), texts::getFirst);

    JsonNode listed = run("threads", "--json").json();
    assertEquals(1, listed.size());
    assertEquals(ref, listed.path(0).path("ref").asText());
    assertEquals("pending", listed.path(0).path("status").asText());
    assertEquals("vacuum the rice", listed.path(0).path("intent").asText());
    assertEquals("claude-agent", listed.path(0).path("requestor").asText());
    assertEquals(0, run("threads", "--json", "--status", "completed").json().size());
  }

  @Test
  void theRefOfARequestIsThereForProgramsToo() throws IOException {
    configured();
    JsonNode created = run("request", "look", "--json").json();
    JsonNode listed = run("threads", "--json").json();
    assertEquals(created.path("ref"), listed.path(0).path("ref"));
  }

  @Test
  @Conforms(312)
  void anExecutorIsRegisteredListedAndForgottenByCommand() throws IOException {
    configured();
    Path message = home.resolve("message.yaml");
    Files.writeString(
        message, "MESS: [{config: {executor: {id: mower, capabilities: [mow-lawn]}}}]");
    Ran registered = run("executors", "register", message.toString());
    assertStatus(0, registered);
    assertTrue(registered.out().contains("registered: executor mower"), registered.out());
    JsonNode listed = run("executors", "--json").json();
    JsonNode mower = listed.path(listed.size() - 1);
    assertEquals("mower", mower.path("id").asText());
    assertTrue(
        mower.path("from").asText().startsWith("registered by operator of this machine at"),
        mower.toString());
    assertTrue(listed.path(0).path("from").asText().startsWith("config.yaml:"), listed.toString());
    String ref =
        run("request", "mow it", "--requires", "mow-lawn", "--json").json().path("ref").asText();
    Ran explained = run("explain", ref);
    assertTrue(explained.out().contains("mower was registered by operator"), explained.out());
    assertTrue(run("check", "--offline").out().contains("(1 registered at run time)"));
    assertStatus(0, run("executors", "forget", "mower"));
    Ran again = run("executors", "forget", "mower");
    assertStatus(1, again);
    assertTrue(again.err().contains("There is no executor mower."), again.err());
  }

  @Test
  @Conforms({316, 317})
  void aTaskIsMadeInTheExchangeThatIsNamed() throws IOException {
    configured();
    Path config = home.resolve("config.yaml");
    Files.writeString(
        config,
        Files.readString(config) + "\nexchange: { path: . }\nexchanges:\n  work: { path: work }\n");
    Files.createDirectory(home.resolve("work"));
    assertStatus(0, run("request", "look", "--exchange", "work"));
    assertStatus(0, run("request", "look"));
    JsonNode listed = run("threads", "--json").json();
    assertEquals(
        java.util.Set.of("work", "primary"),
        java.util.Set.of(
            listed.path(0).path("exchange").asText(), listed.path(1).path("exchange").asText()));
    Ran unknown = run("request", "look", "--exchange", "wrok");
    assertStatus(2, unknown);
    assertTrue(unknown.err().contains("There are: primary, work."), unknown.err());
  }

  @Test
  void aRequestThatSaysNothingOrNoTimeIsAMistakeOfUsage() throws IOException {
    configured();
    assertStatus(2, run("request", "  "));
    Ran time = run("request", "look", "--by", "tomorrow-ish");
    assertStatus(2, time);
    assertSays("--by tomorrow-ish is no time", time.err(), time);
    assertStatus(2, run("request", "look", "--priority", "panic"));
    assertEquals(0, run("threads", "--json").json().size());
  }

  @Test
  void anUnknownStatusIsAMistakeOfUsage() throws IOException {
    configured();
    run("request", "look");
    assertStatus(2, run("threads", "--status", "levitating"));
  }

  @Test
  void whereNothingWasRunThereAreNoDeliveries() throws IOException {
    configured();
    JsonNode deliveries = run("deliveries", "--json").json();
    assertTrue(deliveries.isArray() && deliveries.isEmpty(), deliveries::toString);
    Ran text = run("deliveries");
    assertStatus(0, text);
    assertEquals("There are no deliveries.", text.out().strip());
    assertFalse(Files.exists(home.resolve(".gateway").resolve("queue.db")), "looking makes none");
  }

  @Test
  void explainSaysWhoIsToldAndWhoIsNotBeforeAnythingWasSent() throws IOException {
    configured();
    String ref = run("request", "vacuum the rice", "--requires", "vacuum-floor").out().strip();
    Ran ran = run("explain", ref);
    assertStatus(0, ran);
    assertSays("roomba", ran.out(), ran);
    assertSays("ana", ran.out(), ran);
    assertSays("nothing sent or queued yet", ran.out(), ran);
    JsonNode json = run("explain", ref, "roomba", "--json").json();
    assertEquals(ref, json.path("ref").asText());
    assertTrue(json.path("routing").toString().contains("roomba"), json::toString);
    assertEquals("", json.path("problem").asText());
    assertTrue(json.path("deliveries").isArray() && json.path("deliveries").isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-01-01-999", "../../etc/passwd"})
  void explainSaysWhenThereIsNoSuchThread(String ref) throws IOException {
    configured();
    run("request", "another task");
    Ran ran = run("explain", ref);
    assertStatus(1, ran);
    assertSays(ref, ran.err(), ran);
  }

  @Test
  void whereNothingHasRunAnUnknownTaskSaysSo() throws IOException {
    configured();
    for (String command : List.of("explain", "show", "cancel")) {
      Ran ran = run(command, "2026-01-01-999");
      assertStatus(1, ran);
      assertSays("There is no task 2026-01-01-999", ran.err(), ran);
      assertSays("othing has run here yet.", ran.err(), ran);
    }
  }

  @Test
  void explainWithoutATaskNamesTheLatest() throws IOException {
    configured();
    Ran none = run("explain");
    assertStatus(2, none);
    assertSays("There is none yet.", none.err(), none);
    String ref = run("request", "vacuum the rice").out().strip();
    Ran ran = run("explain");
    assertStatus(2, ran);
    assertSays("The latest: " + ref + ". ./mess-gateway explain " + ref, ran.err(), ran);
  }

  @Test
  void aClientThatIsNotKnownIsToldThoseThatAreOnce() {
    Ran ran = run("mcp", "--print-config", "nope");
    assertStatus(2, ran);
    assertSays(
        "nope is no client that is known here. There are: claude, claude-code, cursor, vscode,"
            + " codex\n",
        ran.err(),
        ran);
  }

  // For the makers of robots.

  @Test
  void theSecretIsTheKeyThatWebhooksAreSignedWith() throws IOException {
    configured();
    String key =
        WebhookSecrets.forExecutor(Secret.of("a master secret for tests"), "roomba").reveal();
    Ran ran = run("secret", "roomba");
    assertStatus(0, ran);
    assertEquals(key, ran.out().strip());
    assertFalse(ran.err().contains("whsec_"), ran::toString);
    JsonNode json = run("secret", "roomba", "--json").json();
    assertEquals(key, json.path("secrets").path(0).asText());
  }

  @Test
  void whoHasNoWebhookHasNoSecret() throws IOException {
    configured();
    Ran ana = run("secret", "ana");
    assertStatus(2, ana);
    assertSays("executors.ana.notify.webhook", ana.err(), ana);
    Ran nobody = run("secret", "nobody");
    assertStatus(2, nobody);
    assertSays("There are: ana, roomba", nobody.err(), nobody);
  }

  @Test
  void aSampleIsGenuineToAReceiverOfStandardWebhooks() throws Exception {
    configured();
    Webhook receiver = new Webhook(run("secret", "roomba").out().strip());
    JsonNode sample = run("sample", "roomba", "--json").json();
    receiver.verify(sample.path("body").asText(), headers(sample.path("headers")));
    assertEquals("roomba", sample.path("headers").path("mess-executor").asText());

    // As text: request line, headers, an empty line, the body up to and with its last newline.
    String[] parts = run("sample", "roomba").out().split("\n\n", 2);
    assertTrue(parts[0].startsWith("POST /mess HTTP/1.1\nhost: "), parts[0]);
    Map<String, List<String>> headers = new TreeMap<>();
    parts[0]
        .lines()
        .skip(1)
        .map(line -> line.split(": ", 2))
        .forEach(header -> headers.put(header[0], List.of(header[1])));
    receiver.verify(parts[1], HttpHeaders.of(headers, (_, _) -> true));
  }

  private static HttpHeaders headers(JsonNode headers) {
    Map<String, List<String>> map = new TreeMap<>();
    headers.properties().forEach(each -> map.put(each.getKey(), List.of(each.getValue().asText())));
    return HttpHeaders.of(map, (_, _) -> true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request pending", "claimed claimed", "taken claimed", "reply needs_confirmation",
        "reminder in_progress", "cancelled cancelled", "expired expired", "test pending"
      })
  void aSampleTellsWhatItsKindTells(String kindAndStatus) throws Exception {
    configured();
    String[] expected = kindAndStatus.split(" ", 2);
    Ran ran =
        run(
            "sample",
            "roomba",
            "--kind",
            expected[0],
            "--format",
            "json",
            "--json",
            "--with-secret");
    assertStatus(0, ran);
    JsonNode sample = ran.json();
    new Webhook(sample.path("secrets").path(0).asText())
        .verify(sample.path("body").asText(), headers(sample.path("headers")));
    assertEquals(expected[0], sample.path("headers").path("mess-kind").asText());
    assertEquals("application/json", sample.path("headers").path("content-type").asText());
    JsonNode thread = new JsonMapper().readTree(sample.path("body").asText());
    assertEquals(expected[1], thread.at("/envelope/status").asText());
    boolean free = expected[1].equals("pending");
    String holder = expected[0].equals("taken") ? "ana" : "roomba";
    assertEquals(free ? "null" : holder, thread.at("/envelope/executor").asText());
    assertEquals(expected[0].equals("taken"), thread.path("messages").isEmpty());
  }

  @Test
  void aSampleSaysWhichKindsThereAreAndKeepsTheSecret() throws IOException {
    configured();
    Ran unknown = run("sample", "roomba", "--kind", "question");
    assertStatus(2, unknown);
    assertSays("request, claimed, taken, reply", unknown.err(), unknown);
    String secret = run("secret", "roomba").out().strip();
    Ran ran = run("sample", "roomba");
    assertFalse((ran.out() + ran.err()).contains(secret), ran::toString);
    assertSays("secret roomba", ran.err(), ran);
    assertSays("mess-respond: ", ran.out(), ran);
  }

  @Test
  void aSampleOfAGivenTimeIsTheSameAtEveryCall() throws IOException {
    configured();
    String at = Instant.parse("2026-01-31T17:00:30Z").toString();
    Ran first = run("sample", "roomba", "--at", at);
    assertStatus(0, first);
    assertEquals(first.out(), run("sample", "roomba", "--at", at).out());
    assertNotEquals(first.out(), run("sample", "roomba", "--at", "2026-01-31T17:00:31Z").out());
    assertStatus(2, run("sample", "roomba", "--at", "noon"));
  }

  @Test
  void theAdaptersOfTheDistributionAreFound() {
    JsonNode adapters = run("adapters", "--json").json();
    TreeSet<String> types = new TreeSet<>();
    adapters.forEach(adapter -> types.add(adapter.path("type").asText()));
    assertEquals(
        new TreeSet<>(List.of("http", "mcp", "slack", "sms", "telegram", "webhook")), types);
    for (JsonNode adapter : adapters) {
      assertFalse(adapter.path("summary").asText().isBlank(), adapter::toString);
      assertFalse(adapter.path("origin").asText().isBlank(), adapter::toString);
      assertTrue(adapter.path("settings").isArray(), adapter::toString);
    }
  }

  @Test
  void aPingToAPortWhereNobodyListensSaysSo() throws IOException {
    configured(CONFIG.formatted("http://127.0.0.1:" + deadPort() + "/mess"));
    Ran ran = run("ping", "roomba");
    assertStatus(1, ran);
    assertSays("roomba over webhook: ", ran.out(), ran);
    assertFalse(ran.out().contains("Delivered"), ran::toString);
    assertFalse(ran.out().contains("Exception"), ran::toString);
    JsonNode json = run("ping", "roomba", "--json").json();
    assertFalse(json.path("delivered").asBoolean(true), json::toString);
    assertFalse(json.path("sentence").asText().isBlank(), json::toString);
  }

  @Test
  void aPingToNobodyNamesThoseThereAre() throws IOException {
    configured();
    Ran nobody = run("ping", "bob");
    assertStatus(2, nobody);
    assertSays("There are: ana, roomba", nobody.err(), nobody);
    Ran nowhere = run("ping", "roomba", "--channel", "telegram");
    assertStatus(2, nowhere);
    assertSays("roomba has no address on telegram", nowhere.err(), nowhere);
  }

  private static int deadPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aTokenIsShownOnceListedWithoutItselfAndRevoked() throws IOException {
    configured();
    Ran made = run("token", "executor", "roomba", "--expires", "90d");
    assertStatus(0, made);
    String token = made.out().strip();
    Ran listed = run("tokens", "--json");
    assertStatus(0, listed);
    assertFalse(listed.out().contains(token.substring(16)), listed::toString);
    JsonNode row = listed.json().get(0);
    assertEquals("executor", row.path("kind").asText());
    assertEquals("roomba", row.path("name").asText());
    String id = row.path("id").asText();
    assertTrue(token.contains(id), id);
    assertStatus(0, run("revoke", id));
    assertStatus(1, run("revoke", id));
    assertSays("There are no tokens", run("tokens").out(), run("tokens"));
  }

  @Test
  void tokensOfAgentsAndOperatorsEndAfterAYearUnlessAskedOtherwise() throws IOException {
    configured();
    assertStatus(0, run("token", "agent", "claude"));
    assertStatus(0, run("token", "operator", "pat"));
    assertStatus(0, run("token", "executor", "roomba"));
    Ran listed = run("tokens", "--json");
    for (JsonNode row : listed.json()) {
      boolean executor = row.path("kind").asText().equals("executor");
      Instant made = Instant.parse(row.path("made").asText());
      String ends = executor ? "" : made.plus(Duration.ofDays(365)).toString();
      assertEquals(ends, row.path("expires").asText(), listed::toString);
    }
    assertSays(
        "All is well with 2 executors on 2 channels.", run("check", "--offline").out(), listed);
  }

  @Test
  void whatNeverEndsThoughItShouldIsAdvisedAgainst() throws IOException {
    configured();
    assertStatus(0, run("token", "agent", "claude", "--expires", "never"));
    Ran listed = run("tokens");
    assertSays("never ends", listed.out(), listed);
    assertSays("of agent claude never ends. Make one that does:", listed.err(), listed);
    assertSays("token agent claude --home " + home + ", then: ", listed.err(), listed);
    Ran checked = run("check", "--offline");
    assertStatus(0, checked);
    assertSays("token agent claude --home " + home + ", then: ", checked.out(), checked);
    assertSays("Hint: Token", checked.out(), checked);
    assertSays("but for 1 hint", checked.out(), checked);
  }

  @Test
  void aTokenIsForSomebodyThereIsAndOfAKindThereIs() throws IOException {
    configured();
    assertStatus(2, run("token", "executor", "nobody"));
    assertStatus(2, run("token", "queen", "ana"));
    assertStatus(2, run("token", "link", "ana"));
    assertStatus(2, run("token", "agent", "claude", "--expires", "soon"));
  }

  @Test
  void theKeyOfLinksIsRotated() throws IOException {
    configured();
    assertStatus(0, run("rotate-links"));
    assertStatus(0, run("rotate-links", "--now"));
    try (Stream<Path> keys = Files.list(home.resolve(".gateway/keys"))) {
      assertEquals(1, keys.filter(key -> key.toString().endsWith(".key")).count());
    }
  }
}
