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

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
import org.messgateway.gateway.exchange.ClusterLocks;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.testkit.Conforms;

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
  @Conforms(125)
  void theFirstThreadOfADayIsNumberOne() throws Exception {
    assertEquals(new Ref("2026-11-20-001"), create());
    assertEquals(new Ref("2026-11-20-002"), create());
    sandbox.pass(Duration.ofHours(12));
    assertEquals(new Ref("2026-11-21-001"), create());
  }

  @Test
  @Conforms({87, 130, 274})
  void aNewThreadIsAFolderThatIsReceived() throws Exception {
    Ref ref = create();

    assertEquals("look", sandbox.loaded(ref.value()).thread().intent());
    assertTrue(Files.exists(sandbox.head(RECEIVED, "2026-11-20-001")));
    try (Stream<Path> entries = Files.list(sandbox.top(RECEIVED))) {
      assertEquals(1, entries.count(), "nothing is left beside it");
    }
  }

  @Test
  @Conforms(125)
  void numbersGoOnBehindTheHighestOfAllFolders() throws Exception {
    sandbox.old(sandbox.flat(CANCELED, "2026-11-20-007"), "");
    sandbox.old(sandbox.head(FINISHED, "2026-11-20-011-take-a-photo"), "");
    sandbox.old(sandbox.root.resolve("executing/2026-11-20-009.messe-af"), "");
    sandbox.old(sandbox.flat(RECEIVED, "2026-11-20-X9Z1"), "");
    sandbox.old(sandbox.flat(RECEIVED, "2026-11-19-900"), "");

    assertEquals(new Ref("2026-11-20-012"), create());
  }

  @Test
  @Conforms({110, 267, 327})
  void whereFilesAreWantedANewThreadIsOneFileAndWithAttachmentsAFolder() throws Exception {
    Exchange flat = flat();
    Ref ref = flat.writer().create(NEW);
    assertEquals(thread(ref.value()), Sandbox.text(sandbox.flat(RECEIVED, "2026-11-20-001")));
    try (Stream<Path> entries = Files.list(sandbox.top(RECEIVED))) {
      assertEquals(1, entries.count(), "nothing is left beside it");
    }

    flat.writer().create(new WithPicture());
    assertTrue(Files.exists(sandbox.head(RECEIVED, "2026-11-20-002")));

    Path picture = Files.write(sandbox.root.resolve("x.tmp"), new byte[] {1});
    flat.writer().attach(ref, List.of(new NewAttachment("image", "x.png", picture)));
    assertTrue(Files.exists(sandbox.head(RECEIVED, "2026-11-20-001")), "a file has no room for it");
    assertFalse(Files.exists(sandbox.flat(RECEIVED, "2026-11-20-001")));
  }

  @Test
  void oneFileNeverReplacesAnother() throws Exception {
    Path before = sandbox.old(sandbox.flat(RECEIVED, "2026-11-20-001"), "of somebody else");
    Exchange flat = flat();
    assertFalse(flat.put(new Ref("2026-11-20-001"), RECEIVED, NEW));
    assertEquals(new Ref("2026-11-20-002"), flat.writer().create(NEW));
    assertEquals("of somebody else", Sandbox.text(before));
  }

  private Exchange flat() throws IOException {
    return new Exchange(
        ExchangeDirectory.open(temp, ExchangeDirectory.Access.WRITE),
        ExchangeLimits.DEFAULT,
        () -> Sandbox.START,
        System::nanoTime,
        ClusterLocks.ALONE,
        LargeWork.ofHeap(),
        ThreadLayout.FLAT);
  }

  @Test
  void aThreadWithUploadsIsAFolderAlsoWhereOthersAreFiles() throws Exception {
    Path upload = Files.write(sandbox.root.resolve("y.tmp"), new byte[] {1, 2});
    NewThread task =
        new NewThread() {
          @Override
          public byte[] documents(Ref ref) {
            return NEW.documents(ref);
          }

          @Override
          public Map<String, Upload> uploads() {
            return Map.of("att-001-file-x.bin", () -> FileChannel.open(upload));
          }
        };
    Ref ref = flat().writer().create(task);
    Path head = sandbox.head(RECEIVED, ref.value());
    assertEquals(2, Files.size(head.resolveSibling("att-001-file-x.bin")));
  }

  private static final class WithPicture implements NewThread {

    @Override
    public byte[] documents(Ref ref) {
      return NEW.documents(ref);
    }

    @Override
    public Map<String, byte[]> attachments(Ref ref) {
      return Map.of("att-001-image-x.png", new byte[] {1});
    }
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
