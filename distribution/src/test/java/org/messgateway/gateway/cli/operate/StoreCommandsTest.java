package org.messgateway.gateway.cli.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.jdbc.PostgresServer;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** What the command line says of a store, and how a queue moves by it. */
@Tag("postgres")
final class StoreCommandsTest {

  @TempDir Path home;

  @BeforeEach
  void aHome() throws IOException {
    Files.writeString(home.resolve("config.yaml"), CommandHome.SILENT);
    Files.createDirectory(home.resolve("exchange"));
  }

  private Ran run(String... words) {
    return Ran.at(home, words);
  }

  private Path folder() {
    return home.resolve(".gateway");
  }

  private void aQueue() throws IOException {
    Files.createDirectories(folder());
    try (DeliveryQueue queue = SqliteStore.in(folder(), InstantSource.system()).open("g").queue()) {
      Sample.reconcile(queue, "r1", Sample.wish("r1", "robot", "http://127.0.0.1:9/x"));
    }
  }

  @Test
  void aQueueMovesAndTheLineForTheConfigurationIsSaid() throws IOException {
    aQueue();
    String url = PostgresServer.freshUrl();

    Ran ran = run("queue", "migrate", "--to", url);

    assertEquals(0, ran.status(), ran::toString);
    assertTrue(ran.out().contains("store: { url: \"" + url + "\" }"), ran::toString);
    try (DeliveryQueue queue = PostgresStore.at(url, null, null).open("g").queue()) {
      assertEquals(1, queue.deliveries(Sample.EXCHANGE, "r1").size());
    }
    assertEquals(1, run("queue", "migrate", "--to", url).status(), "it is not empty any more");
  }

  @Test
  void whileAGatewayRunsNothingMoves() throws Exception {
    aQueue();
    GatewayLock.Holder holder = new GatewayLock.Holder(1, "here", Instant.EPOCH, 0);
    try (GatewayLock lock = GatewayLock.take(folder(), holder)) {
      lock.say(holder);

      Ran ran = run("queue", "migrate", "--to", PostgresServer.freshUrl());

      assertEquals(1, ran.status(), ran::toString);
      assertTrue(ran.err().contains("pid 1"), ran::toString);
    }
  }

  @Test
  void whereThereIsNothingToMoveThatIsSaid() {
    Ran ran = run("queue", "migrate", "--to", PostgresServer.freshUrl());

    assertEquals(2, ran.status(), ran::toString);
    assertTrue(ran.err().contains("There is no queue"), ran::toString);
  }

  @Test
  void aDatabaseThatCannotBeReachedIsSaidByCheckWithTheLineThatMendsItAndNoPassword()
      throws IOException {
    Files.writeString(
        home.resolve("config.yaml"),
        CommandHome.SILENT
            + "store: { url: \"jdbc:postgresql://127.0.0.1:1/mess\", user: mess,"
            + " password: hunter22 }\n");

    Ran ran = run("check");

    assertEquals(1, ran.status(), ran::toString);
    assertTrue(ran.out().contains("cannot be reached"), ran::toString);
    assertTrue(ran.out().contains("-> store: { url:"), ran::toString);
    for (String said : List.of(ran.out(), ran.err())) {
      assertFalse(said.contains("hunter22"), ran::toString);
    }
  }

  @Test
  void aHomeThatASynchronisingProgramKeepsIsNoTroubleOnceItsQueueLiesElsewhere()
      throws IOException {
    Path synced = home.resolve("Dropbox/mess");
    Ran there = CommandHome.of(synced, CommandHome.SILENT).ends(1, "check", "--offline");
    assertSays("the queue's database may be damaged there.", there.out());
    String file = "jdbc:sqlite:" + home.resolve("queue.db");
    for (String url : List.of(file, "jdbc:postgresql://127.0.0.1:1/mess")) {
      String store = "store: { url: \"" + url + "\" }\n";
      CommandHome.of(synced, CommandHome.SILENT + store).ends(0, "check", "--offline");
    }
    String still = "store: { url: \"jdbc:sqlite:" + synced.resolve("queue.db") + "\" }\n";
    CommandHome.of(synced, CommandHome.SILENT + still).ends(1, "check", "--offline");
  }

  @Test
  void whoRegisteredInTheStoreIsKnownToEveryCommandAboutExecutors() throws IOException {
    Files.writeString(
        home.resolve("config.yaml"),
        CommandHome.SILENT + "store: { url: \"" + PostgresServer.freshUrl() + "\" }\n");
    Path message = home.resolve("message.yaml");
    Files.writeString(
        message, "MESS: [{config: {executor: {id: mower, capabilities: [mow-lawn]}}}]");
    ends(0, "executors", "register", message.toString());

    assertSays("mower", ends(0, "people").out());
    ends(0, "pause", "mower", "2h");
    assertSays("mower is told again.", ends(0, "resume", "mower").out());
    assertSays("There are: robot, mower", ends(2, "link", "nobody", "--channel", "webhook").err());
    assertSays("A new link comes", ends(0, "revoke", "--links", "mower").err());
    assertSays("(1 registered at run time)", ends(0, "check").out());
    assertSays("There are: robot, mower", ends(2, "pause", "nobody").err());
  }

  private Ran ends(int status, String... words) {
    Ran ran = run(words);
    assertEquals(status, ran.status(), ran::toString);
    return ran;
  }

  private static void assertSays(String words, String text) {
    assertTrue(text.contains(words), text);
  }
}
