package org.messgateway.gateway.cli.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.zxing.ReaderException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.cli.command.QrCodeTest;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.config.people.StoppedAddress;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/**
 * Who is reached where: the commands that change it, with Slack and Telegram played on loopback.
 */
final class PeopleCommandsTest {

  @TempDir Path directory;

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private HttpServer services;
  private Path home;

  @BeforeEach
  void aHome() throws IOException {
    services = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    services.createContext("/", this::answer);
    services.start();
    home =
        Files.createDirectory(
            directory.resolve("home"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(
        home.resolve("config.yaml"), config("http://127.0.0.1:" + services.getAddress().getPort()));
    answers.put(
        "getme",
        "{\"ok\":true,\"result\":{\"id\":123456789,\"is_bot\":true,\"first_name\":\"MESS\","
            + "\"username\":\"miller_bot\"}}");
    answers.put("getwebhookinfo", "{\"ok\":true,\"result\":{\"url\":\"\"}}");
    answers.put("auth.test", "{\"ok\":true,\"team\":\"T\",\"user\":\"mess\"}");
  }

  /** Ana by webhook, Bob by Telegram; both services are where these are. */
  private static String config(String services) {
    return """
    agent_id: claude-agent
    executors:
      ana:
        name: Ana
        capabilities: [check-visual]
        notify: { webhook: "http://127.0.0.1:9/ana" }
      bob:
        name: Bob
        capabilities: [check-visual]
        notify: { telegram: "123456789" }
    dispatch:
      telegram:
        bot_token: "123456789:AAtest-test-test-test-test-test-test"
        base_url: "%1$s"
      slack: { bot_token: "xoxb-1-2-abc", base_url: "%1$s" }
      webhook: { secret: "a master secret for tests" }
    """
        .formatted(services);
  }

  @AfterEach
  void theEnd() {
    services.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      String method = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
      byte[] body =
          answers.getOrDefault(method, "{\"ok\":false,\"error\":\"unknown\"}").getBytes(UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Ran run(String... words) {
    return Ran.at(home, words);
  }

  private PeopleFile people() {
    return new PeopleFile(home.resolve(PeopleFile.NAME));
  }

  private static void assertStatus(int status, Ran ran) {
    assertEquals(status, ran.status(), ran::toString);
  }

  private static void assertSays(String words, String text, Ran ran) {
    assertTrue(text.contains(words), () -> "no \"" + words + "\" in:\n" + ran);
  }

  @ParameterizedTest
  @ValueSource(strings = {"link", "people", "pause", "resume", "token", "tokens", "revoke"})
  void helpIsNoMistake(String command) {
    Ran ran = Ran.of(command, "--help");
    assertStatus(0, ran);
    assertSays("Usage: mess-gateway " + command, ran.out(), ran);
    assertSays("--home", ran.out(), ran);
  }

  @ParameterizedTest
  @ValueSource(strings = {"link nobody --telegram", "pause nobody", "resume nobody"})
  void whoIsNotThereIsNamedWithThoseWhoAre(String line) {
    Ran ran = run(line.split(" ", -1));
    assertStatus(2, ran);
    assertSays("nobody", ran.err(), ran);
    assertSays("ana, bob", ran.err(), ran);
    assertFalse(Files.exists(home.resolve(PeopleFile.NAME)), "nothing was written");
  }

  // link

  @Test
  void aLinkIsDrawnSoThatAPhoneReadsItOffTheTerminal() throws ReaderException {
    Ran ran = run("link", "ana", "--telegram", "--no-wait");
    assertStatus(0, ran);
    List<String> lines = ran.out().lines().toList();
    String link =
        lines.stream().filter(line -> line.startsWith("https://")).findFirst().orElseThrow();
    assertTrue(link.startsWith("https://t.me/miller_bot?start="), link);
    List<String> drawn = lines.stream().filter(line -> line.matches("[█▀▄ ]{20,}")).toList();
    assertEquals(link, QrCodeTest.decoded(drawn));
    assertTrue(lines.indexOf(link) < lines.indexOf(drawn.getFirst()), "below the link");
  }

  @Test
  void whoOpenedTheLinkIsReachedThere() {
    Ran ran = run("link", "ana", "--telegram", "--no-wait");
    URI link =
        URI.create(
            ran.out().lines().filter(it -> it.startsWith("https://")).findFirst().orElseThrow());
    String code = link.getQuery().substring("start=".length());
    people().redeem(code, "telegram", "777", "777", "Ana M", Instant.now());
    Ran listed = run("people");
    assertStatus(0, listed);
    assertTrue(
        listed.out().lines().anyMatch(each -> each.matches("ana .* telegram +777 +linked")),
        listed::toString);
    JsonNode ana = run("people", "--json").json().path("executors").path(0);
    assertEquals("ana", ana.path("executor").asText());
    assertTrue(ana.path("addresses").toString().contains("\"state\":\"linked\""), ana::toString);
  }

  @Test
  void aGroupHasALinkOfItsOwn() {
    Ran ran = run("link", "ana", "--telegram", "--group", "--no-wait");
    assertStatus(0, ran);
    assertSays("https://t.me/miller_bot?startgroup=", ran.out(), ran);
  }

  @Test
  void whileNoGatewayRunsLinkSaysSo() throws Exception {
    Ran ran = run("link", "ana", "--telegram", "--no-wait");
    assertSays("./mess-gateway run --home " + home, ran.err(), ran);
    Path folder = GatewayFolder.prepare(home.resolve(".gateway"));
    try (GatewayLock lock =
        GatewayLock.take(folder, new GatewayLock.Holder(1, "here", Instant.EPOCH, 0))) {
      lock.say(new GatewayLock.Holder(1, "here", Instant.EPOCH, 1));
      Ran running = run("link", "ana", "--telegram", "--no-wait");
      assertStatus(0, running);
      assertEquals("", running.err());
    }
  }

  @Test
  void whereTheBotHasNoNameThereIsNoLinkAndNoCode() {
    answers.put("getme", "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}");
    Ran ran = run("link", "ana", "--telegram", "--no-wait");
    assertStatus(1, ran);
    assertSays("Run check", ran.err(), ran);
    assertFalse(ran.out().contains("t.me"), ran::toString);
  }

  @Test
  void linkWantsToKnowOverWhat() {
    for (Ran ran :
        List.of(
            run("link", "ana"),
            run("link", "ana", "--telegram", "--slack", "ana@example.com"),
            run("link", "ana", "--slack", "ana@example.com", "--channel", "pigeon"))) {
      assertStatus(2, ran);
      assertFalse(ran.err().isBlank());
    }
    assertStatus(2, run("link"));
  }

  @Test
  void anAddressThatIsWrittenDownWinsAndIsSaidToDoSo() {
    Ran ran = run("link", "bob", "--telegram", "--no-wait");
    assertStatus(0, ran);
    assertSays("names an address of bob on telegram", ran.err(), ran);
  }

  @Test
  void aSlackUserIsFoundByMail() {
    answers.put(
        "users.lookupbyemail",
        "{\"ok\":true,\"user\":{\"id\":\"U024ANA\",\"profile\":{\"display_name\":\"Ana M\"}}}");
    Ran ran = run("link", "ana", "--slack", "ana@example.com");
    assertStatus(0, ran);
    assertSays("ana is linked to Ana M (U024ANA).", ran.out(), ran);
    assertEquals("U024ANA", people().now().linked().getFirst().address());
    answers.put("users.lookupbyemail", "{\"ok\":false,\"error\":\"users_not_found\"}");
    Ran unknown = run("link", "ana", "--slack", "x@example.com");
    assertStatus(1, unknown);
    assertSays("x@example.com", unknown.err(), unknown);
  }

  @Test
  void aPingGoesToAddressesThatWereLinked() {
    answers.put("sendmessage", "{\"ok\":false,\"error_code\":400,\"description\":\"no\"}");
    assertSays("ana has no address on telegram", run("ping", "ana", "--channel", "telegram"));
    people().link(new PeopleState.Linked("ana", "telegram", "555555555", "7", null, Instant.now()));
    assertSays("ana over telegram: ", run("ping", "ana", "--channel", "telegram"));
  }

  /** Times stand there as on a clock, not as programs write them. */
  private static void assertReadByPeople(Ran ran) {
    assertFalse(ran.out().matches("(?s).*\\d{4}-\\d\\d-\\d\\dT\\d.*"), ran::toString);
  }

  private static void assertSays(String words, Ran ran) {
    assertSays(words, ran.out() + ran.err(), ran);
  }

  // pause, resume, people

  @Test
  void aPauseIsListedAndEnds() {
    Instant before = Instant.now();
    Ran paused = run("pause", "ana", "2h");
    assertStatus(0, paused);
    assertSays("./mess-gateway resume ana --home " + home, paused.out(), paused);
    assertReadByPeople(paused);
    JsonNode ana = run("people", "--json").json().path("executors").path(0);
    Instant until = Instant.parse(ana.path("paused_until").asText());
    assertFalse(until.isBefore(before.plus(Duration.ofHours(2))), until::toString);
    Ran listed = run("people");
    assertSays("left alone until", listed.out(), listed);
    assertReadByPeople(listed);
    Ran resumed = run("resume", "ana");
    assertStatus(0, resumed);
    assertSays("ana is told again.", resumed.out(), resumed);
    Ran again = run("resume", "ana");
    assertStatus(0, again);
    assertSays("Nothing was paused or stopped, and nothing waits, for ana", again.out(), again);
    assertEquals(0, run("resume", "ana", "--json").json().path("resumed").size());
  }

  @Test
  void aTimeCanHaveSeveralWordsOrNone() {
    assertStatus(0, run("pause", "ana", "until", "18:00"));
    assertStatus(0, run("pause", "ana", "until", "tomorrow"));
    JsonNode json = run("pause", "ana", "--json").json();
    assertEquals("ana", json.path("executor").asText());
    assertTrue(Instant.parse(json.path("until").asText()).isAfter(Instant.now()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-2h", "31d", "25:00", "2"})
  void aTimeThatIsNoneOrTooFarIsAMistakeOfUsage(String time) {
    Ran ran = run("pause", "ana", time);
    assertStatus(2, ran);
    assertEquals("", ran.out());
    assertFalse(Files.exists(home.resolve(PeopleFile.NAME)));
  }

  @Test
  void anAddressThatStoppedIsTriedAgain() {
    people()
        .stop(
            new StoppedAddress(
                "webhook", "http://127.0.0.1:9/ana", Instant.now(), "it answered 410"));
    Ran listed = run("people");
    assertTrue(
        listed
            .out()
            .lines()
            .anyMatch(each -> each.matches(".* webhook +http://127.0.0.1:9/ana +stopped")),
        listed::toString);
    Ran resumed = run("resume", "http://127.0.0.1:9/ana");
    assertStatus(0, resumed);
    assertSays("is tried again at once", resumed.out(), resumed);
    assertEquals(List.of(), people().stopped());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ana", "http://127.0.0.1:9/ana"})
  void anAddressThatDidNotAnswerIsTriedAtOnce(String what) {
    Instant later = Instant.now().plus(Duration.ofMinutes(5));
    SqliteStore store = SqliteStore.in(home.resolve(".gateway"), InstantSource.system());
    Sample.Wish wish = Sample.wish("r1", "ana", "http://127.0.0.1:9/ana");
    try (DeliveryQueue queue = store.open("gone").queue()) {
      Sample.reconcile(queue, "r1", wish);
      queue.settle(
          queue.take(queue.lease(1).getFirst(), 1).getFirst(),
          Instant.now(),
          Sample.again(Instant.now(), FailureReason.UNREACHABLE),
          new BreakerUpdate.LaneWaits(later, FailureReason.UNREACHABLE, "It is down."));
    }
    Ran resumed = run("resume", what);
    assertStatus(0, resumed);
    assertSays("http://127.0.0.1:9/ana on webhook is tried again at once.", resumed.out(), resumed);
    try (DeliveryQueue queue = store.open("next").queue()) {
      assertEquals(1, queue.lease(1).size());
    }
  }

  @Test
  void whoIsUnknownIsListedWithTheLineThatAddsThem() {
    people().unknown(new PeopleState.Unknown("telegram", "987654321", "Ben", Instant.now()));
    Ran ran = run("people");
    assertSays("Ben tried to answer on telegram", ran.out(), ran);
    assertReadByPeople(ran);
    assertSays("identity: { telegram: \"987654321\" }", ran.out(), ran);
    assertEquals(
        "987654321", run("people", "--json").json().path("unknown").path(0).path("id").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"people", "pause ana", "resume ana", "link ana --telegram --no-wait"})
  void aFileThatCannotBeReadIsNamed(String line) throws IOException {
    Files.writeString(home.resolve(PeopleFile.NAME), "paused: [\n");
    Ran ran = run(line.split(" ", -1));
    assertStatus(1, ran);
    assertSays(PeopleFile.NAME, ran.err(), ran);
  }

  // token, tokens, revoke beside what CommandLineTest says

  @Test
  void aTokenIsThereForProgramsToo() {
    JsonNode made = run("token", "agent", "claude", "--json").json();
    assertEquals("agent", made.path("kind").asText());
    assertEquals("claude", made.path("name").asText());
    Ran listed = run("tokens");
    assertSays("claude", listed.out(), listed);
    assertSays("never used", listed.out(), listed);
    run("token", "agent", "other", "--expires", "90d");
    assertReadByPeople(run("tokens"));
    assertFalse(listed.out().contains(made.path("token").asText()), listed::toString);
  }

  @Test
  void whoIsNotThereGetsNoToken() {
    Ran ran = run("token", "executor", "nobody");
    assertStatus(2, ran);
    assertSays("ana, bob", ran.err(), ran);
    Ran soon = run("token", "agent", "claude", "--expires", "soon");
    assertStatus(2, soon);
    assertSays("90d", soon.err(), soon);
    assertEquals(0, run("tokens", "--json").json().size());
  }

  @Test
  void aTokenThatIsNotThereCannotBeRevoked() {
    Ran ran = run("revoke", "nothing");
    assertStatus(1, ran);
    assertSays("tokens", ran.err(), ran);
    assertStatus(2, run("revoke"));
  }

  // check

  @Test
  void whatCouldBeBetterIsAHintAndNoFailure() {
    Ran ran = run("check");
    assertStatus(0, ran);
    assertSays("Hint: slack: Messages in Slack will have no buttons", ran.out(), ran);
    assertSays("1 hint", ran.out(), ran);
  }

  @Test
  void whatKeepsMessagesFromGoingOutIsAFailure() {
    answers.put("auth.test", "{\"ok\":false,\"error\":\"invalid_auth\"}");
    Ran ran = run("check");
    assertStatus(1, ran);
    assertFalse(ran.out().contains("All is well"), ran::toString);
    assertFalse(ran.out().contains("Hint"), ran::toString);
  }
}
