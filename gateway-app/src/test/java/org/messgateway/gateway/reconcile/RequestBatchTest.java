package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.answer.RequestBatch;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.testkit.Conforms;

/** Several requests that a program wrote into one thread. */
final class RequestBatchTest {

  /** Bytes of a file of which one copy in memory is much more than the rest of the work takes. */
  private static final long LARGE = 64 << 20;

  @TempDir Path home;

  private FlowScene scene;
  private Instant created;

  @BeforeEach
  void open() {
    scene = new FlowScene(home);
    created = scene.clock.instant().minus(Duration.ofMinutes(30));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  /** What the plan's createThread writes for the protocol's batch. */
  private String batch(String ref) {
    return """
    ref: %s
    requestor: claude-agent
    executor: null
    status: pending
    created: %s
    updated: %s
    intent: buy yellow onions
    priority: normal
    history:
      - action: created
        at: %s
        by: claude-agent
    ---
    from: claude-agent
    received: %s
    channel: mcp
    MESS:
      - v: 1.0.0
      - request:
          id: get-onions
          intent: buy yellow onions
          requires: [take-photo]
      - request:
          id: deliver-onions
          intent: deliver onions to home
          x-own: {kept: [1, yes]}
          requires: [take-photo]
          constraints:
            depends_on: [get-onions]
      - request:
          intent: dice the onions
          requires: [take-photo]
          constraints:
            depends_on: [deliver-onions]
    """
        .formatted(ref, created, created, created, created);
  }

  private Path write(String form, String ref, String text) throws IOException {
    if (form.equals("flat")) {
      return scene.thread(ref, text);
    }
    Path folder = Files.createDirectories(home.resolve("state=received").resolve(ref));
    return scene.write(folder.resolve("000-" + ref + ".messe-af.yaml"), text);
  }

  private MessThread thread(String ref) {
    return scene.loaded(ref).thread();
  }

  private Set<String> all() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("state=received"))) {
      return files
          .map(file -> file.getFileName().toString().replace(".messe-af.yaml", ""))
          .collect(TreeSet::new, Set::add, Set::addAll);
    }
  }

  private List<String> acknowledged(String ref) {
    return thread(ref).messages().stream()
        .filter(message -> "exchange".equals(message.from()))
        .flatMap(message -> message.payloads(Payload.Ack.class).stream())
        .map(ack -> String.join(",", ack.re()) + " " + ack.ref())
        .toList();
  }

  @Conforms({49, 301, 86})
  @ParameterizedTest
  @ValueSource(strings = {"flat", "folder"})
  void eachRequestBecomesATaskAndTheFirstThreadTellsWhichBecameWhat(String form) throws Exception {
    write(form, "b", batch("b"));

    scene.look("b");

    assertEquals(Set.of("b", "b-2", "b-3"), all());
    assertEquals(List.of("get-onions b", "deliver-onions b-2", " b-3"), acknowledged("b"));
    MessThread second = thread("b-2");
    assertEquals("deliver onions to home", second.intent());
    assertEquals("deliver onions to home", second.envelope().intent());
    assertEquals("deliver-onions", second.envelope().clientId());
    assertEquals("claude-agent", second.envelope().requestor());
    assertEquals(created, second.envelope().created());
    assertEquals("mcp", second.messages().getFirst().channel());
    assertEquals(created, second.messages().getFirst().received());
    Path file = home.resolve("state=received/b-2/000-b-2.messe-af.yaml");
    assertTrue(Files.readString(file).contains("x-own:"), () -> "own keys are kept");
    assertEquals(List.of("deliver-onions b-2"), acknowledged("b-2"));
  }

  @Conforms({52, 301})
  @Test
  void theyWaitForEachOtherByTheirOwnNames() throws Exception {
    write("flat", "b", batch("b"));
    scene.look("b");
    assertEquals(Set.of("b-2", "b-3"), scene.woken());
    scene.look("b-2");
    scene.look("b-3");
    assertEquals(List.of("request ana"), scene.deliverAll());
    assertEquals(List.of("request ana delivered"), scene.rows("b"));

    String text = Files.readString(home.resolve("state=received/b.messe-af.yaml"));
    Path done = home.resolve("state=received/b.messe-af.yaml");
    scene.write(done, text.replaceFirst("status: pending", "status: completed"));
    scene.clock.advance(Duration.ofMinutes(1));
    scene.look("b");
    assertTrue(scene.woken().contains("b-2"));
    scene.look("b-2");
    assertEquals(List.of("request ana delivered"), delivered("b-2"));
    assertEquals(List.of(), scene.rows("b-3"));
  }

  private List<String> delivered(String ref) {
    List<String> _ = scene.deliverAll();
    return scene.rows(ref);
  }

  @Conforms(301)
  @Test
  void aSecondLookAndASecondGatewaySplitNothingAgain() throws Exception {
    Path file = write("flat", "b", batch("b"));
    scene.look("b");
    byte[] after = Files.readAllBytes(file);

    scene.look("b");
    try (FlowScene other = new FlowScene(home, "second")) {
      other.look("b");
    }

    assertEquals(Set.of("b", "b-2", "b-3"), all());
    assertArrayEquals(after, Files.readAllBytes(file));
  }

  /** A gateway that dies before the write of that number: 0 is the second thread. */
  @Conforms(301)
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aGatewayThatDiesInTheMiddleLosesNoneAndDoublesNone(int writes) throws Exception {
    write("folder", "b", batch("b"));
    Path received = home.resolve("state=received");
    scene.look("b");
    // The very state of the disk after so many writes.
    Path file = home.resolve("state=received/b/000-b.messe-af.yaml");
    Path done = Files.createDirectory(home.resolve("done"));
    if (writes < 2) {
      Files.move(received.resolve("b-3"), done.resolve("b-3"));
    }
    if (writes < 1) {
      Files.move(received.resolve("b-2"), done.resolve("b-2"));
    }
    scene.write(file, batch("b"));

    try (FlowScene restarted = new FlowScene(home, "first")) {
      restarted.look("b");
      restarted.look("b");
    }

    assertEquals(Set.of("b", "b-2", "b-3"), all());
    assertEquals(List.of("get-onions b", "deliver-onions b-2", " b-3"), acknowledged("b"));
  }

  @Conforms(301)
  @Test
  void aRequestThatIsAppendedLaterIsATaskToo() throws Exception {
    Path file = write("flat", "b", batch("b"));
    scene.look("b");
    Instant later = scene.clock.instant();
    Files.writeString(
        file,
        """
        ---
        from: other-agent
        received: %s
        MESS:
          - request: {id: wash, intent: wash the knife, requires: [take-photo]}
        """
            .formatted(later),
        StandardOpenOption.APPEND);
    Files.setLastModifiedTime(file, FileTime.from(later));
    scene.look("b");
    assertEquals(Set.of("b", "b-2", "b-3"), all(), "it may still be written");

    scene.clock.advance(Duration.ofSeconds(1));
    scene.look("b");

    assertEquals(Set.of("b", "b-2", "b-3", "b-4"), all());
    assertEquals("other-agent", thread("b-4").envelope().requestor());
    assertEquals("wash b-4", acknowledged("b").getLast());
    assertEquals(4, acknowledged("b").size());
  }

  @Conforms(301)
  @Test
  void aRequestThatCannotBeReadIsToldByPlaceAndTheRestCounts() throws Exception {
    String text =
        batch("b")
            .replace("      intent: deliver onions to home\n", "")
            .replace("    intent: deliver onions to home\n", "");
    Path file = write("flat", "b", text);

    scene.look("b");

    assertEquals(Set.of("b", "b-3"), all());
    int line = Files.readAllLines(file).indexOf("      id: deliver-onions");
    String problem = Objects.requireNonNull(scene.row("b").problem());
    assertTrue(
        problem.startsWith(
            "state=received/b.messe-af.yaml:" + line + ": entry 3: a request needs an intent"),
        problem);
  }

  @Conforms(301)
  @Test
  void aNameThatSomebodyElseHasIsLeftToIt() throws Exception {
    write("flat", "b-2", scene.task("b-2", "pending", ""));
    write("flat", "b", batch("b"));

    scene.look("b");

    assertEquals(Set.of("b", "b-2", "b-2-2", "b-3"), all());
    assertEquals("look", thread("b-2").intent());
    assertEquals("deliver onions to home", thread("b-2-2").intent());
    scene.look("b");
    assertEquals(Set.of("b", "b-2", "b-2-2", "b-3"), all());
  }

  @Test
  void aRefThatIsAPathIsToldAndNotUsed() throws Exception {
    write("flat", "b", scene.task("../../../evil", "pending", "requires: [take-photo]"));

    scene.look("b");

    assertEquals(List.of("request ana"), scene.deliverAll());
    String problem = Objects.requireNonNull(scene.row("b").problem());
    assertTrue(
        problem.startsWith("state=received/b.messe-af.yaml:1: its ref is not used"), problem);
    assertTrue(!problem.contains("evil"), problem);
  }

  /** One whose copy in memory ended the gateway. */
  @Test
  void aLargeAttachmentOfALaterRequestIsCopiedAndNotReadIntoMemory() throws Exception {
    String video = "att-001-video-onions.mp4";
    Path file =
        write(
            "folder",
            "b",
            batch("b")
                .replace(
                    "      x-own: {kept: [1, yes]}\n",
                    "      context: [{video: {file: %s, mime: video/mp4}}]\n".formatted(video)));
    try (RandomAccessFile sparse =
        new RandomAccessFile(file.resolveSibling(video).toFile(), "rw")) {
      sparse.setLength(LARGE);
    }
    ThreadMXBean memory = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    long before = memory.getCurrentThreadAllocatedBytes();
    new RequestBatch(scene.exchange, nobody(), scene.clock).split(new Ref("b"));
    long used = memory.getCurrentThreadAllocatedBytes() - before;

    assertEquals(LARGE, Files.size(home.resolve("state=received/b-2").resolve(video)));
    assertTrue(used < LARGE / 2, () -> used + " bytes of memory");
  }

  @Test
  void aBatchWhoseThreadIsAwayIsNotSplit() {
    RequestBatch batch = new RequestBatch(scene.exchange, nobody(), scene.clock);
    assertThrows(IOException.class, () -> batch.split(new Ref("b")));
  }

  private static ExchangeListener nobody() {
    return _ -> {};
  }
}
