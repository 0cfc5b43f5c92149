package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.CANCELED;
import static org.messgateway.api.mess.ThreadFolder.FINISHED;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;

class ThreadCreationTest {

  private static final NewThread NEW = ref -> thread(ref.value()).getBytes(UTF_8);

  @TempDir Path temp;
  Sandbox sandbox;

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp);
  }

  private Ref create() throws Exception {
    return sandbox.exchange.writer().create(NEW);
  }

  @Test
  void theFirstThreadOfADayIsNumberOne() throws Exception {
    assertEquals(new Ref("2026-11-20-001"), create());
    assertEquals(new Ref("2026-11-20-002"), create());
    sandbox.pass(Duration.ofHours(12));
    assertEquals(new Ref("2026-11-21-001"), create());
  }

  @Test
  void aNewThreadIsAFolderThatIsReceived() throws Exception {
    Ref ref = create();

    assertEquals("look", sandbox.loaded(ref.value()).thread().intent());
    assertTrue(Files.exists(sandbox.head(RECEIVED, "2026-11-20-001")));
    try (Stream<Path> entries = Files.list(sandbox.top(RECEIVED))) {
      assertEquals(1, entries.count(), "nothing is left beside it");
    }
  }

  @Test
  void numbersGoOnBehindTheHighestOfAllFolders() throws Exception {
    sandbox.old(sandbox.flat(CANCELED, "2026-11-20-007"), "");
    sandbox.old(sandbox.head(FINISHED, "2026-11-20-011-take-a-photo"), "");
    sandbox.old(sandbox.root.resolve("executing/2026-11-20-009.messe-af"), "");
    sandbox.old(sandbox.flat(RECEIVED, "2026-11-20-X9Z1"), "");
    sandbox.old(sandbox.flat(RECEIVED, "2026-11-19-900"), "");

    assertEquals(new Ref("2026-11-20-012"), create());
  }

  @Test
  void numbersMayHaveMoreThanThreeDigits() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "2026-11-20-999"), "");

    assertEquals(new Ref("2026-11-20-1000"), create());
    assertEquals(new Ref("2026-11-20-1001"), create());
  }

  @Test
  void creatorsAtTheSameTimeGetRefsOfTheirOwn() throws Exception {
    Sandbox other = sandbox.another();
    Callable<Ref> ours = this::create;
    Callable<Ref> theirs = () -> other.exchange.writer().create(NEW);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Set<Ref> refs =
          threads
              .invokeAll(
                  Stream.generate(() -> Stream.of(ours, theirs)).limit(10).flatMap(s -> s).toList())
              .stream()
              .map(Future::resultNow)
              .collect(Collectors.toSet());
      assertEquals(20, refs.size());
    }
  }

  @Test
  void anExchangeThatWasTakenAwayIsNotMadeAgain() throws Exception {
    Path elsewhere = sandbox.root.resolveSibling(sandbox.root.getFileName() + "-away");
    Files.move(sandbox.root, elsewhere);

    assertThrows(ExchangeWriteException.class, this::create);
    assertFalse(Files.exists(sandbox.root), "as if all its threads were gone");

    Files.createDirectory(sandbox.root);
    assertThrows(ExchangeWriteException.class, this::create);
    assertFalse(sandbox.exchange.directory().present(), "an empty mount point is no exchange");

    Files.delete(sandbox.root);
    Files.move(elsewhere, sandbox.root);
    assertEquals(new Ref("2026-11-20-001"), create());
  }

  @Test
  void attachmentsAreThereWithTheThread() throws Exception {
    Ref ref = sandbox.exchange.writer().create(withAttachment("att-001-image-x.jpg"));

    assertEquals("look", sandbox.loaded(ref.value()).thread().intent());
    Path picture = sandbox.head(RECEIVED, ref.value()).resolveSibling("att-001-image-x.jpg");
    assertEquals("picture", Files.readString(picture));
  }

  @Test
  void anAttachmentThatIsAPathIsRefusedAndLeavesNothing() throws Exception {
    assertThrows(
        ExchangeWriteException.class,
        () -> sandbox.exchange.writer().create(withAttachment("../../evil")));

    try (Stream<Path> entries = Files.list(sandbox.top(RECEIVED))) {
      assertEquals(0, entries.count());
    }
    assertFalse(Files.exists(sandbox.root.resolve("evil")));
  }

  private static NewThread withAttachment(String name) {
    return new NewThread() {
      @Override
      public byte[] documents(Ref ref) {
        return (Sandbox.envelope(ref.value(), "pending")
                + Sandbox.requestWithFile("att-001-image-x.jpg", 7))
            .getBytes(UTF_8);
      }

      @Override
      public Map<String, byte[]> attachments(Ref ref) {
        return Map.of(name, "picture".getBytes(UTF_8));
      }
    };
  }
}
