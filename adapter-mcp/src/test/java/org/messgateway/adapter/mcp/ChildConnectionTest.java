package org.messgateway.adapter.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import okhttp3.Dns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.messgateway.adapter.mcp.McpAddress.Server;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Settings;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.LogCapture;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.SecretCanaries;
import org.messgateway.testkit.TestNotifications;
import org.messgateway.testkit.WaitFor;

/** Tasks as tool calls to programs that are started. */
@Conforms(269)
class ChildConnectionTest {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String SECRET = "c4n4ryOfTheChild";

  private McpAdapter adapter = adapter(LONG);

  private static McpAdapter adapter(Duration limit) {
    return new McpAdapter(
        Settings.none(),
        new AdapterServices("mcp", ManualClock.at(TestNotifications.NOW), limit),
        Dns.SYSTEM,
        "this process");
  }

  @AfterEach
  void close() {
    adapter.close();
  }

  private static Address address(List<String> command) {
    Map<String, Object> beside = new HashMap<>();
    beside.put("command", command);
    beside.put("tool", "do_task");
    beside.put("env", Map.of("SECRET_OF_CHILD", SECRET));
    Settings settings = Settings.of(beside);
    return new Address(
        McpAddress.ofCommand(settings).orElseThrow(), settings, Address.Origin.CONFIGURATION);
  }

  private Outcome tell(String... behaviour) {
    return tell(address(ChildServer.command(behaviour)));
  }

  private Outcome tell(Address address) {
    return adapter.deliver(
        TestNotifications.to(address).content(new NotificationContent.ClaimedByReader()).make());
  }

  private static String text(Outcome outcome) {
    Delivered delivered = assertInstanceOf(Delivered.class, outcome);
    byte[] body = Objects.requireNonNull(delivered.reply()).body();
    return JsonRpc.read(body)
        .orElseThrow()
        .path("MESS")
        .path(1)
        .path("response")
        .path("content")
        .path(0)
        .path("text")
        .asText();
  }

  private static Optional<ProcessHandle> running(String pid) {
    return ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive);
  }

  @Test
  void aProgramIsStartedOnceAndKept() {
    String first = text(tell());

    assertEquals(first, text(tell()));
    assertTrue(running(first).isPresent());
  }

  @Test
  void whatIsNoMessageIsPassedOver() {
    assertFalse(text(tell("chatter")).isEmpty());
  }

  @Test
  void aProgramHasNoVariableOfOurs() {
    List<String> allowed =
        List.of(
            "PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SHELL", "SECRET_OF_CHILD");

    List<String> has = List.of(text(tell("environment")).split(" "));

    assertTrue(has.contains("SECRET_OF_CHILD"), has.toString());
    assertTrue(allowed.containsAll(has), has.toString());
  }

  @Test
  void aProgramThatDiesIsStartedAgainAtTheNextAttempt() {
    Deferred deferred = assertInstanceOf(Deferred.class, tell("dies"));
    assertEquals(FailureReason.UNCERTAIN, deferred.reason());
    assertEquals(Reach.POSSIBLY_SENT, deferred.reach());

    String first = text(tell());
    running(first).orElseThrow().destroyForcibly();
    WaitFor.until(() -> running(first).isEmpty(), LONG, () -> "it is dead");
    WaitFor.until(() -> tell() instanceof Delivered, LONG, () -> "it is started again");
    assertNotEquals(first, text(tell()));
  }

  @Test
  void aProgramThatIsNotThereIsSaidToBeMissing() {
    Deferred deferred = assertInstanceOf(Deferred.class, tell(address(List.of("/no/such/thing"))));

    assertEquals(FailureReason.UNREACHABLE, deferred.reason());
    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
    assertTrue(deferred.sentence().contains("thing cannot be started"), deferred.sentence());
  }

  @Test
  void aLineWithoutEndIsNotKept() {
    Deferred deferred = assertInstanceOf(Deferred.class, tell("huge"));

    assertEquals(Reach.POSSIBLY_SENT, deferred.reach());
  }

  @Test
  void aProgramThatHangsDelaysNoOther() throws Exception {
    adapter.close();
    adapter = adapter(Duration.ofSeconds(2));
    WaitFor.until(() -> tell() instanceof Delivered, LONG, () -> "it is started");
    CompletableFuture<Outcome> hanging = CompletableFuture.supplyAsync(() -> tell("hangs"));
    CompletableFuture<Outcome> deaf = CompletableFuture.supplyAsync(() -> tell("deaf"));

    text(tell());
    assertFalse(hanging.isDone() && deaf.isDone(), "the others still wait");

    Deferred late = assertInstanceOf(Deferred.class, hanging.get());
    assertEquals(FailureReason.TIMEOUT, late.reason());
    Deferred unready = assertInstanceOf(Deferred.class, deaf.get());
    assertEquals(Reach.BEFORE_SENDING, unready.reach());
  }

  @Test
  void programsEndWithTheAdapterAlsoThoseThatDoNotWantTo() {
    String first = text(tell());
    String stubborn = text(tell("stubborn"));

    adapter.close();

    WaitFor.until(
        () -> running(first).isEmpty() && running(stubborn).isEmpty(),
        LONG,
        () -> "they have ended");
  }

  @Test
  void moreProgramsThanMayRunAtOnceTakeThePlaceOfThoseThatRest() {
    String first = text(tell("number-0"));
    for (int i = 1; i <= McpSessions.MOST_PROGRAMS; i++) {
      text(tell("number-" + i));
    }

    WaitFor.until(() -> running(first).isEmpty(), LONG, () -> "the first has ended");
  }

  @Test
  void whatAProgramSaysOfItselfIsLoggedWithoutItsSecrets() {
    try (LogCapture log = LogCapture.start(new SecretCanaries().add("environment", SECRET))) {
      text(tell());
      WaitFor.until(
          () -> log.lines().stream().anyMatch(line -> line.contains("the secret is [hidden]")),
          LONG,
          () -> "it is logged: " + log.lines());
      assertEquals(List.of(), log.leaks());
    }
  }

  @Test
  void aSecretOfSeveralLinesIsHiddenAndSoIsTheBeginningOfOneWhereALineIsCut() {
    String key = "-----BEGIN-----\nc4n4ryOfTheKey/1\nc4n4ryOfTheKey/2\n";
    String secret = "c4n4ryOf".repeat(13);
    String repeated = secret.repeat(9) + " ".repeat(10) + secret;
    Server.Local server = new Server.Local(List.of("robot"), Map.of("KEY", key, "TOKEN", secret));
    try (LogCapture log =
        LogCapture.start(
            new SecretCanaries().add("key", "c4n4ryOfTheKey").add("environment", "c4n4ryOf"))) {
      new ChildErrors(
              new ByteArrayInputStream((key + repeated + "\n").getBytes(StandardCharsets.UTF_8)),
              server)
          .read();
      assertEquals(4, log.lines().stream().filter(line -> line.contains("[hidden]")).count());
      assertEquals(List.of(), log.leaks());
    }
  }
}
