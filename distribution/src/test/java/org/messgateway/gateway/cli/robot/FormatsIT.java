package org.messgateway.gateway.cli.robot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.examples.ExampleProcess;
import org.messgateway.gateway.examples.Language;

/**
 * Whatever format a webhook has: {@code ping}, {@code sample}, {@code sample --curl} and {@code
 * listen} send it, and both examples understand it in each of their languages.
 */
@Tag("proof")
final class FormatsIT {

  private static final String NAME = "machine";
  private static final Secret MASTER = Secret.of("a master secret for tests");
  private static final Secret KEY = WebhookSecrets.forExecutor(MASTER, NAME);
  private static final Duration SOON = Duration.ofSeconds(40);

  @TempDir Path folder;

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private HttpServer gateway;

  static Stream<Arguments> combinations() {
    return Stream.of(Language.values())
        .flatMap(language ->
            Stream.of(WebhookFormat.values())
                .flatMap(format ->
                    Stream.of("robot", "shop")
                        .map(example -> Arguments.of(language, format, example))));
  }

  @BeforeEach
  void aGateway() throws IOException {
    gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gateway.createContext("/inbox/", this::inbox);
    gateway.createContext("/thread/", this::take);
    gateway.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    gateway.start();
  }

  @AfterEach
  void close() {
    gateway.stop(0);
  }

  private String origin() {
    return "http://127.0.0.1:" + gateway.getAddress().getPort();
  }

  private void inbox(HttpExchange exchange) throws IOException {
    try (exchange) {
      String item =
          """
          {"items": [{"id": "d1", "kind": "request", "ref": "2026-11-20-001", "executor": "machine",
            "after": "a1", "respond": "%s/thread/2026-11-20-001?token=t",
            "task": {"envelope": {"ref": "2026-11-20-001", "requestor": "claude-agent",
              "executor": null, "status": "pending", "intent": "it's: 2 onions"},
            "messages": [{"from": "claude-agent", "MESS": [{"request": {"intent": "it's: 2 onions",
              "context": ["and\\n  milk: \\"fresh\\"\\n"]}}]}]}}]}
          """
              .formatted(origin());
      boolean first = exchange.getRequestURI().getQuery().endsWith("after=");
      answer(exchange, first ? item : "{\"items\": []}");
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      said.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      answer(exchange, "{\"ok\": true}");
    }
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void whatIsSentIsUnderstood(Language language, WebhookFormat format, String example)
      throws Exception {
    assumeTrue(language.isHere());
    boolean robot = example.equals("robot");
    Path work = Files.createDirectory(folder.resolve("work"));
    Map<String, String> environment =
        Map.of("MESS_EXECUTOR", NAME, "MESS_SECRET", KEY.reveal(), "MESS_GATEWAY", origin());
    try (ExampleProcess program =
        ExampleProcess.start(robot ? language.robot() : language.shopProxy(), work, environment)) {
      CommandHome home = home(program.url(), format);
      home.ends(0, "ping", NAME);
      assertTrue(program.log().contains("a test arrived"), program::log);
      // Nobody sells to vacuum the rice: the shop has read what is asked.
      String expected = robot ? "claimed" : "We sell none of this.";
      sample(home, format, program.url(), expected);
      curl(home, program.url(), expected);
      listen(format, program.url());
      String bid = said.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      assertTrue(String.valueOf(bid).contains("claimed"), program::log);
    }
  }

  private CommandHome home(URI program, WebhookFormat format) throws IOException {
    return CommandHome.of(
        folder.resolve("home"),
        """
        client_url: "%s"
        executors:
          machine: { notify: { webhook: { url: "%s", format: %s } } }
        dispatch:
          webhook: { secret: "%s" }
        """
            .formatted(origin(), program, format, MASTER.reveal()));
  }

  /** As the webhook is configured, without being told. */
  private static void sample(CommandHome home, WebhookFormat format, URI program, String expected)
      throws Exception {
    JsonNode sample = home.ends(0, "sample", NAME, "--json").json();
    assertEquals(format.mediaType(), sample.at("/headers/content-type").asText());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(program)
            .timeout(SOON)
            .POST(HttpRequest.BodyPublishers.ofString(sample.path("body").asText()));
    sample
        .path("headers")
        .properties()
        .forEach(header -> request.header(header.getKey(), header.getValue().asText()));
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer.body());
      assertTrue(answer.body().contains(expected), answer.body());
    }
  }

  private void curl(CommandHome home, URI program, String expected) throws Exception {
    boolean here =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "curl")));
    if (!here) {
      System.err.println("What sample --curl prints is not run: no curl");
      return;
    }
    Ran printed = home.ends(0, "sample", NAME, "--curl", program.toString());
    Path out = folder.resolve("curl.log");
    Process shell =
        new ProcessBuilder("sh", "-c", printed.out())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertTrue(shell.waitFor(SOON.toSeconds(), TimeUnit.SECONDS));
    assertTrue(Files.readString(out).contains(expected), () -> printed + "\n" + read(out));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void listen(WebhookFormat format, URI url) throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    try (InboxClient inbox =
            new InboxClient(URI.create(origin()), NAME, Secret.of("mess_0123456789_nothing"));
        ProgramClient program =
            new ProgramClient(
                url,
                new ProgramClient.Signing(List.of(KEY), format, Map.of()),
                InstantSource.system())) {
      InboxForwarder forwarder =
          new InboxForwarder(
              inbox, program, "", Thread::sleep, new InboxForwarder.Output(lines::add, false));
      assertTrue(forwarder.resend(), lines::toString);
    }
  }
}
