package org.messgateway.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.LocalGateway;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;

/** Commands and gateways that are killed while the other works. */
final class KilledCommandsIT {

  @TempDir Path folder;
  private CommandHome home;

  @BeforeEach
  void aHome() throws IOException {
    home = CommandHome.of(folder.resolve("home"));
  }

  private GatewayProcess start(String... words) throws IOException {
    String[] all =
        Stream.concat(Stream.of(words), Stream.of("--home", home.path().toString()))
            .toArray(String[]::new);
    return GatewayProcess.start(home.path(), all);
  }

  @Test
  void aWaitSurvivesAGatewayThatIsKilledAndAnotherThatFollows() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    try (GatewayProcess first = start("run").awaitReady();
        GatewayProcess wait = start("wait", ref, "--for", "2m")) {
      home.ends(0, "claim", ref);
      first.kill();
      try (GatewayProcess _ = start("run").awaitReady()) {
        home.ends(0, "done", ref, "clean");
        assertEquals(0, wait.awaitEnd(), wait.log());
        assertTrue(wait.log().contains("clean"), wait.log());
      }
    }
  }

  @Test
  void aWatchGoesOnThroughGatewaysThatAreKilledAndEndsAtASignal() throws Exception {
    home.task("an old one");
    try (GatewayProcess watch = start("watch", "--json")) {
      awaitLog(watch, "No gateway runs here");
      // Its watcher begins right after.
      String ref = home.task("vacuum", "--requires", "vacuum-floor");
      try (GatewayProcess first = start("run").awaitReady()) {
        home.ends(0, "claim", ref);
        first.kill();
      }
      try (GatewayProcess _ = start("run").awaitReady()) {
        home.ends(0, "done", ref, "clean");
        awaitLog(watch, "\"event\":\"ended\"");
      }
      watch.askToStop();
      watch.awaitEnd();
      List<String> events =
          watch
              .log()
              .lines()
              .filter(line -> line.startsWith("{") && line.contains(ref))
              .map(line -> line.replaceAll(".*\"event\":\"([a-z]+)\".*", "$1"))
              .filter(event -> !event.equals("delivered"))
              .toList();
      assertEquals(List.of("new", "claimed", "answer", "completed", "ended"), events);
    }
  }

  private static void awaitLog(GatewayProcess process, String text) {
    Eventually.within(
        Duration.ofSeconds(30),
        () -> text + " is said; it said:\n" + process.log(),
        () -> process.log().contains(text));
  }

  @Test
  @Tag("proof")
  void aMessageWhoseCommandIsKilledIsThereWholeOrNotAtAllAndOnceWhenItIsSaidAgain()
      throws Exception {
    Path gateway = home.path().resolve(".gateway");
    killedAndSaidAgain(
        List.of(
            () -> true,
            () -> Files.exists(gateway.resolve("lock")),
            () -> made() > 0,
            () -> made() > 1,
            () -> made() > 2,
            () -> false));
  }

  /** Each kill comes when its moment does, or finds a command that has ended. */
  private void killedAndSaidAgain(List<BooleanSupplier> moments) throws Exception {
    Path message =
        home.message(
            """
            MESS:
              - request: {id: one, intent: the first, requires: [vacuum-floor]}
              - request: {id: two, intent: the second, requires: [vacuum-floor]}
              - request: {id: three, intent: the third, requires: [vacuum-floor]}
            """);
    for (BooleanSupplier moment : moments) {
      try (GatewayProcess say = start("say", message.toString(), "--key", "said-once")) {
        Eventually.within(
            Duration.ofSeconds(30),
            () -> "it is at its moment, or has ended; it said:\n" + say.log(),
            () -> moment.getAsBoolean() || !say.isAlive());
        say.kill();
      }
    }
    home.ends(0, "say", message.toString(), "--key", "said-once");
    assertEquals(List.of("one", "three", "two"), ids());
    for (String id : List.of("one", "two", "three")) {
      home.ends(0, "done", id, "done it");
      home.ends(0, "wait", id);
    }
    assertEquals(3, home.run("threads", "--json").json().size());
  }

  /** Threads that are there, finished or in the making; 0 while one is being moved. */
  private long made() {
    try (Stream<Path> all = Files.walk(home.path())) {
      return all.filter(path -> path.getFileName().toString().startsWith("000-")).count();
    } catch (IOException | UncheckedIOException changing) {
      return 0;
    }
  }

  private List<String> ids() throws IOException {
    try (Stream<Path> all = Files.walk(home.path())) {
      return all.filter(path -> path.getFileName().toString().startsWith("000-"))
          .map(KilledCommandsIT::id)
          .sorted()
          .toList();
    }
  }

  private static String id(Path thread) {
    try {
      return Files.readString(thread)
          .lines()
          .filter(line -> line.startsWith("client_id: "))
          .map(line -> line.substring("client_id: ".length()))
          .findFirst()
          .orElse("no id in " + thread);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRunThatIsStartedWhileACommandAnswersWaitsForItAndTakesOver() throws Exception {
    try (CommandContext context = CommandContext.open(home.path(), CommandHint.here())) {
      GatewayProcess run;
      try (LocalGateway own = LocalGateway.open(context)) {
        assertTrue(own.answersOnly());
        run = start("run");
        // That it waits shows nowhere outside it: for less than the 3 s that it waits at most.
        Thread.sleep(Duration.ofMillis(1500));
      }
      try (run) {
        run.awaitReady();
      }
    }
  }
}
