package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.LocalGateway;
import org.messgateway.gateway.cli.task.WaitOutcome.WaitGoal;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.links.TokenKind;

/** Commands that follow tasks while gateways come and go. */
final class TaskWatchTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;
  private CommandHome home;
  private CommandContext context;
  private TaskFinder finder;
  private final List<WatchedEvent> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void aHome() throws Exception {
    home = CommandHome.of(folder.resolve("home"));
    context = CommandContext.open(home.path(), CommandHint.here());
    finder = new TaskFinder(context.config(), null);
  }

  @AfterEach
  void close() {
    finder.close();
    context.close();
  }

  private Thread watching(@Nullable FoundTask only) {
    TaskWatch watch = new TaskWatch(finder, Instant.now());
    return Thread.ofVirtual()
        .start(() -> {
          try (watch) {
            watch.follow(only, events::add);
          } catch (InterruptedException atEnd) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void hears(String... what) {
    List<String> all = List.of(what);
    Eventually.within(
        LIMIT, () -> "events " + all + " came; there are " + events, () -> what().equals(all));
  }

  /** Without deliveries, which come when history is written. */
  private List<String> what() {
    return told().map(WatchedEvent::what).toList();
  }

  private Stream<WatchedEvent> told() {
    return events.stream().filter(event -> !event.what().equals("delivered"));
  }

  private void says(String mess) throws IOException {
    home.ends(0, "say", home.message(mess).toString(), "--as", "robot");
  }

  @Test
  void everythingThatHappensFromNowOnIsToldOnceAlsoWhenTheGatewayIsAnother() throws Exception {
    home.task("an old task", "--requires", "vision");
    Thread watch = watching(null);
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    hears("new");
    try (Gateway _ = home.gateway()) {
      home.ends(0, "claim", ref);
      hears("new", "claimed");
    }
    says("MESS: [{status: {re: %s, code: needs_input, message: Which room?}}]".formatted(ref));
    hears("new", "claimed", "question");
    try (Gateway _ = home.gateway()) {
      home.ends(0, "reply", ref, "the kitchen");
      home.ends(0, "done", ref, "clean");
      hears("new", "claimed", "question", "reply", "answer", "completed", "ended");
    }
    assertEquals("Which room?", told().toList().get(2).text());
    assertTrue(told().allMatch(event -> event.ref().equals(ref)), events::toString);
    assertTrue(events.size() > what().size(), "deliveries are told, too");
    watch.interrupt();
    assertTrue(watch.join(LIMIT));
  }

  @Test
  void oneTaskIsToldFromItsBeginning() throws Exception {
    try (Gateway _ = home.gateway()) {
      String ref = home.task("vacuum", "--requires", "vacuum-floor");
      home.ends(0, "claim", ref);
      Thread watch = watching(finder.find(ref));
      hears("new", "claimed");
      home.task("another", "--requires", "vacuum-floor");
      home.ends(0, "done", ref);
      hears("new", "claimed", "completed", "ended");
      watch.interrupt();
      assertTrue(watch.join(LIMIT));
    }
  }

  @Test
  void aWaitIsEndedByTheAnswerWhicheverGatewayTookIt() throws Exception {
    String ref;
    CompletableFuture<FoundTask> waiting;
    try (Gateway _ = home.gateway()) {
      ref = home.task("vacuum", "--requires", "vacuum-floor");
      waiting = waiting(finder.find(ref));
      home.ends(0, "claim", ref);
    }
    try (Gateway _ = home.gateway()) {
      home.ends(0, "done", ref, "clean");
    }
    FoundTask answered = waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertEquals(WaitOutcome.ANSWERED, WaitOutcome.of(answered, WaitGoal.ANSWERED));
  }

  private CompletableFuture<FoundTask> waiting(FoundTask task) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return new OutcomeWait(finder).await(task, WaitGoal.ANSWERED, LIMIT);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
  }

  @Test
  void aTaskThatIsPassedOnIsWaitedForInItsSuccessor() throws Exception {
    try (Gateway _ = home.gateway()) {
      String ref = home.task("look", "--requires", "vision");
      home.ends(0, "claim", ref, "--as", "ana");
      home.ends(
          0,
          "say",
          home.message(
                  "MESS: [{status: {re: %s, code: delegated, delegated_to: ben}}]".formatted(ref))
              .toString(),
          "--as",
          "ana");
      Eventually.within(
          LIMIT,
          () -> "it goes on: " + home.json(ref),
          () -> home.json(ref).path("continued_in").size() == 1);
      home.ends(0, "done", ref + "-s1", "seen by ben", "--as", "ben");
      Ran waited = home.ends(0, "wait", ref, "--for", "20s");
      assertEquals("ben: seen by ben", waited.out().strip());
    }
  }

  @Test
  void aTaskThatIsDeletedEndsTheWait() throws Exception {
    String ref = home.task("vacuum", "--requires", "vacuum-floor");
    FoundTask task = finder.find(ref);
    CompletableFuture<FoundTask> waiting = waiting(task);
    try (var all = Files.walk(home.path().resolve("state=received").resolve(ref))) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
    Throwable why =
        assertThrows(
            ExecutionException.class, () -> waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    assertTrue(String.valueOf(why.getMessage()).contains("was deleted"), why::toString);
  }

  @Test
  void ofSeveralExchangesTheOneIsMeantThatHasTheTaskOrIsNamed() throws Exception {
    CommandHome two =
        CommandHome.of(
            folder.resolve("two"),
            CommandHome.CONFIG + "exchanges:\n  inside: { path: in }\n  garden: { path: out }\n");
    try (Gateway _ = two.gateway()) {
      String inside = two.task("vacuum", "--requires", "vacuum-floor");
      String garden =
          two.task("vacuum the grass", "--requires", "vacuum-floor", "--exchange", "garden");
      assertEquals(inside, garden, "both are the first of the day");
      assertEquals("inside", two.json(inside).path("exchange").asText());
      two.ends(0, "done", garden, "mown", "--exchange", "garden");
      assertEquals(
          "robot: mown", two.ends(0, "wait", garden, "--exchange", "garden").out().strip());
      two.ends(6, "wait", inside, "--for", "0s");
      Ran shown = two.ends(0, "show", garden, "--exchange", "garden");
      assertTrue(shown.out().contains("in garden: completed"), shown::toString);
      Ran nowhere = two.ends(1, "show", inside, "--exchange", "attic");
      assertTrue(nowhere.err().contains("There are: inside, garden"), nowhere::toString);
    }
  }

  @Test
  void aTokenOfAnotherHomeOpensNothing() throws Exception {
    CommandHome other = CommandHome.of(folder.resolve("other"));
    try (Gateway here = home.gateway();
        CommandContext there = CommandContext.open(other.path(), CommandHint.here());
        LocalGateway keys = LocalGateway.open(there);
        HttpClient client = HttpClient.newHttpClient()) {
      String ref = home.task("vacuum", "--requires", "vacuum-floor");
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + here.port() + "/thread/" + ref))
                  .header(
                      "Authorization", "Bearer " + keys.as(TokenKind.EXECUTOR, "robot").reveal())
                  .POST(BodyPublishers.ofString("MESS: [{status: {code: claimed}}]"))
                  .build(),
              BodyHandlers.ofString(UTF_8));
      assertEquals(401, answer.statusCode(), answer.body());
    }
  }
}
