package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.examples.ExampleProcess;
import org.messgateway.gateway.examples.Language;
import org.messgateway.testkit.Conforms;

/**
 * The robot and the shop proxy of {@code examples/}, as they stand there, do a task that an agent
 * put into the exchange, from request to completed, whichever format their webhook has.
 */
final class ExamplesIT {

  private static final Duration SOON = Duration.ofSeconds(90);
  private static final String REF = "2026-11-20-001";
  private static final Secret MASTER = Secret.of("s3cret-of-the-house");

  @TempDir Path directory;

  private House house;
  private Path work;
  private int port;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(directory.resolve("home")));
    work = Files.createDirectory(directory.resolve("work"));
    port = freePort();
  }

  /**
   * The example must know it before the gateway listens there. Beneath those that the system hands
   * out by itself, so that nobody gets it meanwhile who did not ask for this very one.
   */
  private static int freePort() {
    while (true) {
      int candidate = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket free = new ServerSocket(candidate, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (IOException taken) {
        // The next one, then.
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Conforms(189)
  void theRobotBidsSweepsAndSendsAPicture(Language language) throws Exception {
    assumeTrue(language.isHere());
    try (ExampleProcess robot = example(language.robot(), "roomba", Map.of("STEP_MS", "5"));
        GatewayProcess gateway = gateway("roomba", "yaml", robot)) {
      house.put(Request.of(REF));
      awaitInThread("code: completed", robot, gateway);
      awaitInThread("in_progress", robot, gateway);
      String thread = thread();
      assertTrue(thread.contains("status: completed"), thread);
      assertTrue(thread.contains("executor: roomba"), thread);
      assertTrue(thread.contains("image/png"), thread);
      Ran attempts = Ran.at(house.home(), "deliveries", REF, "--attempts");
      assertTrue(attempts.out().contains("answered: {\"MESS\""), attempts::toString);
      assertTrue(attempts.out().contains("It is in the thread."), attempts::toString);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theShopProxyOrdersWhenTheAgentConfirmsThePrice(Language language) throws Exception {
    assumeTrue(language.isHere());
    try (ExampleProcess shop = example(language.shopProxy(), "shop", Map.of());
        GatewayProcess gateway = gateway("shop", "yaml", shop)) {
      house.put(Request.of(REF).with("context: [\"2 onions, milk\"]"));
      awaitInThread("$2.19 is charged", shop, gateway);
      assertTrue(Files.notExists(work.resolve("orders.jsonl")));
      confirm("true");
      awaitInThread("code: completed", shop, gateway);
      awaitInThread("structured", shop, gateway);
      assertEquals(1, Files.readAllLines(work.resolve("orders.jsonl")).size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void theShopProxyOrdersNothingWhenTheAgentSaysNo(Language language) throws Exception {
    assumeTrue(language.isHere());
    try (ExampleProcess shop = example(language.shopProxy(), "shop", Map.of());
        GatewayProcess gateway = gateway("shop", "json", shop)) {
      house.put(Request.of(REF).with("context: [\"2 onions, milk\"]"));
      awaitInThread("$2.19 is charged", shop, gateway);
      confirm("false");
      awaitInThread("code: declined", shop, gateway);
      assertTrue(Files.notExists(work.resolve("orders.jsonl")));
    }
  }

  private ExampleProcess example(List<String> command, String executor, Map<String, String> more)
      throws IOException {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("MESS_EXECUTOR", executor);
    environment.put("MESS_SECRET", WebhookSecrets.forExecutor(MASTER, executor).reveal());
    environment.put("MESS_GATEWAY", "http://localhost:" + port);
    return ExampleProcess.start(command, work, environment);
  }

  private GatewayProcess gateway(String executor, String format, ExampleProcess example)
      throws IOException {
    house.configure(
        "executors:\n  %s: { notify: { webhook: { url: \"%s\", format: %s } } }\n"
            .formatted(executor, example.url(), format));
    Path home = house.home();
    return GatewayProcess.start(
            home, "run", "--home", home.toString(), "--port", Integer.toString(port))
        .awaitReady();
  }

  private void awaitInThread(String text, ExampleProcess example, GatewayProcess gateway) {
    Eventually.within(
        SOON,
        () ->
            "the thread says %s:\n%s\nThe example:\n%s\nThe gateway:\n%s"
                .formatted(text, thread(), example.log(), gateway.log()),
        () -> thread().contains(text));
  }

  private String thread() {
    return house.documents().stream().map(ExamplesIT::read).collect(Collectors.joining());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      // It is being moved: the caller looks again.
      return "";
    }
  }

  /** What the agent's tool writes: an append, without any lock. */
  private void confirm(String yes) {
    String reply =
        """
        ---
        from: claude-agent
        received: %s
        channel: cli
        MESS:
          - reply:
              re: "%s"
              confirm: %s
        """
            .formatted(Instant.now(), REF, yes);
    try {
      Files.writeString(house.documents().getFirst(), reply, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
