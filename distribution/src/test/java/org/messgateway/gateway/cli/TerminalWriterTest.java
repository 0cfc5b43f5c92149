package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.PlainText;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** What commands print in a home in which all that others wrote is meant for the terminal. */
final class TerminalWriterTest {

  /** Title, screen, colour, C1, direction, tags, and lines of its own. */
  private static final String HOSTILE =
      "x\u001b]0;owned\u0007\u001b[2J\u001b[31mroot\u009b31m\u007f\u202eevil\u2066\u200f\u061c"
          + "\udb40\udc41\u2028all is well\u0085all is well\r\nall is well\nall is well";

  /** As far as an id may hold it. */
  private static final String EXECUTOR = "zo\u202e\u009beve";

  private static final Set<String> STAYING = Set.of("demo", "run", "listen", "mcp", "watch");

  @TempDir Path directory;

  private final Set<String> tried = new TreeSet<>();
  private HttpServer services;
  private Path home;

  @BeforeEach
  void services() throws IOException {
    services = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    services.createContext("/", TerminalWriterTest::answer);
    services.start();
    home = Files.createDirectory(directory.resolve("home"));
  }

  @AfterEach
  void theEnd() {
    services.stop(0);
  }

  /** Services whose every word is hostile. */
  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      boolean found = exchange.getRequestURI().getPath().endsWith("lookupByEmail");
      Map<String, Object> words =
          found
              ? Map.of(
                  "ok",
                  true,
                  "user",
                  Map.of("id", "U024ANA", "profile", Map.of("display_name", HOSTILE)))
              : Map.of("ok", false, "error", HOSTILE, "description", HOSTILE);
      byte[] body = new ObjectMapper().writeValueAsBytes(words);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Test
  void aWatchEndsWhenNobodyReadsItAnyMore() throws Exception {
    CommandHome home = CommandHome.of(directory.resolve("watched"));
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    PrintStream before = System.out;
    System.setOut(new PrintStream(new Gone(), true, UTF_8));
    try {
      Thread watch =
          Thread.ofVirtual()
              .start(() -> Main.execute("watch", ref, "--home", home.path().toString()));
      assertTrue(watch.join(Duration.ofSeconds(20)));
    } finally {
      System.setOut(before);
    }
  }

  /** What is left of a pipe. */
  private static final class Gone extends OutputStream {

    @Override
    public void write(int single) throws IOException {
      throw new IOException("Broken pipe");
    }
  }

  /** As YAML and JSON write it, so that it reaches the program whole. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(unit ->
            quoted.append(
                unit < 0x7f && unit >= ' ' && unit != '"'
                    ? Character.toString(unit)
                    : "\\u%04x".formatted(unit)));
    return quoted.append('"').toString().replace("\\udb40\\udc41", "\\U000e0041");
  }

  private String config() {
    return """
    executors:
      ana:
        name: %1$s
        notify: { telegram: "123456789" }
      %2$s:
        name: %1$s
        notify: { webhook: "http://127.0.0.1:9/mess", http: true }
    dispatch:
      telegram:
        bot_token: "123456789:AAtest-test-test-test-test-test-test"
        base_url: "http://127.0.0.1:%3$d"
      slack: { bot_token: "xoxb-1-2-abc", base_url: "http://127.0.0.1:%3$d" }
      webhook: { secret: "a master secret for tests" }
    """
        .formatted(quoted(HOSTILE), quoted(EXECUTOR), services.getAddress().getPort());
  }

  private void aHostileHome() throws IOException {
    Files.writeString(home.resolve("config.yaml"), config());
    Path exchange = Files.createDirectories(home.resolve("state=received"));
    thread(exchange, "2026-11-22-001", "intent: " + quoted(HOSTILE));
    thread(exchange, "2026-11-22-\u202e\u2066002", "intent: " + quoted(HOSTILE));
    Files.writeString(
        exchange.resolve("2026-11-22-003.messe-af.yaml"),
        "ref: 2026-11-22-003\nintent: [ \u202e\u2066\u200f &" + "x".repeat(50) + " : *\u061c\n");
    Files.writeString(
        exchange.resolve("2026-11-22-\u001b[2J\u009b31m004.messe-af.yaml"), "intent: [\n");
    new PeopleFile(home.resolve(PeopleFile.NAME))
        .unknown(new PeopleState.Unknown("slack", "U9", HOSTILE, Instant.now()));
    Path folder = Files.createDirectories(home.resolve(".gateway"));
    try (DeliveryQueue queue = SqliteStore.in(folder, InstantSource.system()).open("g").queue()) {
      String ref = "r\u001b[2J\u202e";
      Sample.reconcile(queue, ref, Sample.wish(ref, HOSTILE, "http://127.0.0.1:9/" + HOSTILE));
    }
  }

  private static void thread(Path folder, String ref, String intent) throws IOException {
    Files.writeString(
        folder.resolve(ref + ".messe-af.yaml"),
        """
        ref: %1$s
        exchange: home
        requestor: %2$s
        executor: null
        status: pending
        created: 2026-11-22T10:00:00Z
        updated: 2026-11-22T10:00:00Z
        %3$s
        history: []
        ---
        from: %2$s
        received: 2026-11-22T10:00:00Z
        re: null
        MESS:
          - request:
              %3$s
        """
            .formatted(quoted(ref), quoted(HOSTILE), intent));
  }

  /** Runs a line, and looks at all that it printed. */
  private Ran run(String... words) {
    tried.add(words[0]);
    Ran ran = Ran.at(home, words);
    assertPlain(ran, ran.out());
    assertPlain(ran, ran.err());
    return ran;
  }

  private static void assertPlain(Ran ran, String printed) {
    printed
        .codePoints()
        .filter(point -> point != '\n' && PlainText.hidden(point))
        .findFirst()
        .ifPresent(point -> {
          throw new AssertionError("U+%04X in:\n%s".formatted(point, quoted(ran.toString())));
        });
    assertTrue(
        printed.lines().noneMatch(line -> line.strip().startsWith("all is well")),
        () -> "a line that somebody else wrote:\n" + ran);
  }

  @Test
  void noCommandLetsOthersActOnTheTerminal() throws IOException {
    aHostileHome();
    assertTrue(run("threads").out().contains("2026-11-22-001"));
    run("threads", "--status", HOSTILE);
    run("people");
    run("deliveries");
    for (String ref : List.of("2026-11-22-001", "2026-11-22-\u202e\u2066002", "2026-11-22-003")) {
      run("explain", ref);
    }
    Path message = Files.writeString(home.resolve("message"), "- request: [" + quoted(HOSTILE));
    for (String ref : List.of("2026-11-22-001", "2026-11-22-\u202e\u2066002", HOSTILE)) {
      run("show", ref);
      run("wait", ref, "--for", "1s");
      run("claim", ref, "--as", EXECUTOR);
      run("done", ref, HOSTILE, "--as", EXECUTOR);
      run("reply", ref, HOSTILE);
      run("cancel", ref, "--reason", HOSTILE);
    }
    run("show", "2026-11-22-001", "--yaml");
    run("say", message.toString(), "--as", HOSTILE);
    run("skill");
    run("explain", HOSTILE);
    run("explain", "r\u001b[2J\u202e");
    run("check");
    run("ping", "ana");
    run("ping", HOSTILE);
    run("link", "ana", "--slack", "ana@example.com");
    run("link", "ana", "--telegram", "--no-wait");
    run("people");
    run("pause", "ana", "2h");
    run("pause", EXECUTOR, HOSTILE);
    run("resume", "ana");
    run("resume", HOSTILE);
    run("sample", EXECUTOR);
    run("secret", EXECUTOR);
    run("adapters");
    run("executors");
    run("executors", "forget", HOSTILE);
    run("query", "status");
    run("query", "executors");
    run("query", "all");
    run("query", HOSTILE);
    run("token", "--executor", EXECUTOR);
    run("token", "executor", EXECUTOR);
    run("token", HOSTILE, HOSTILE);
    run("tokens");
    run("revoke", HOSTILE);
    run("rotate-links");
    run("completion", "fish");
    run("texts");
    run("request", HOSTILE);
    run("request", HOSTILE, "--by", HOSTILE);
    run("replay", "--state", HOSTILE);
    run("replay", "--held");
    run("queue", "migrate", "--to", "jdbc:postgresql://" + HOSTILE);
    run("init", "--title", HOSTILE, "--name", HOSTILE, "--no-questions", "--offline", "--force");
    Set<String> untried = new TreeSet<>(new Commands().line().getSubcommands().keySet());
    untried.removeAll(tried);
    untried.removeAll(STAYING);
    untried.remove("help");
    assertEquals(Set.of(), untried, "commands that this test does not know yet");
  }

  @Test
  void norDoesAConfigurationThatCannotBeUsed() throws IOException {
    Files.writeString(
        home.resolve("config.yaml"),
        config()
            + quoted("key" + HOSTILE)
            + ": "
            + quoted(HOSTILE)
            + "\nrouting: "
            + quoted(HOSTILE));
    Ran checked = run("check");
    assertEquals(2, checked.status(), checked::toString);
    assertTrue(checked.out().contains("mistakes:"), checked::toString);
    for (String line : List.of("run", "listen ana --forward http://localhost:1/", "threads")) {
      assertEquals(2, run(line.split(" ")).status());
    }
    Files.writeString(home.resolve("config.yaml"), "executors: [\u202e\u2066 *\u200f\n : {\u061c");
    assertEquals(2, run("check").status());
    assertEquals(2, run(HOSTILE).status());
    assertEquals(2, run("explain", "--" + HOSTILE).status());
  }

  @Test
  void programsGetTheValueExactly() throws IOException {
    aHostileHome();
    Ran ran = run("people", "--json");
    assertEquals(HOSTILE, ran.json().at("/unknown/0/name").asText());
    assertEquals(EXECUTOR, ran.json().at("/executors/1/executor").asText());
    Ran threads = run("threads", "--json");
    assertEquals(HOSTILE, threads.json().at("/0/intent").asText(), threads::toString);
    run("deliveries", "--json");
    run("explain", "2026-11-22-001", "--json");
    run("ping", "ana", "--json");
  }

  @Test
  void whatPeopleWriteIsReadable() throws IOException {
    Files.writeString(
        home.resolve("config.yaml"),
        """
        executors:
          ana: { name: "Zoë 👩‍👩‍👧 בדוק می‌خواهم", notify: { http: true } }
        """);
    assertTrue(run("people").out().contains("\nana       Zoë 👩‍👩‍👧 בדוק می‌خواهم"));
  }
}
