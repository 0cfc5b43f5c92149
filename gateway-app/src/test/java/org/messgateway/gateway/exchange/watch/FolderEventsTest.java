package org.messgateway.gateway.exchange.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.gateway.exchange.files.UnfinishedWrites.WriteEvent;
import org.messgateway.gateway.home.SystemCalls;

/** Linux's own events and Java's tell the same. */
final class FolderEventsTest {

  private static final Duration LONG = Duration.ofSeconds(10);

  @TempDir Path folder;

  private final Set<String> created = new HashSet<>();
  private final Set<String> changed = new HashSet<>();
  private final Map<String, WriteEvent> writes = new HashMap<>();
  private final List<Object> gone = new ArrayList<>();

  /** One way of the system to tell. */
  enum Kind {
    OF_LINUX,
    OF_JAVA;

    FolderEvents open() throws IOException {
      if (this == OF_JAVA) {
        return new WatchServiceEvents(FileSystems.getDefault().newWatchService());
      }
      Assumptions.assumeTrue(OS.LINUX.isCurrentOs(), "not on this system");
      return new Inotify(new SystemCalls());
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(Kind.values());
  }

  private final FolderEvents.Receiver receiver =
      new FolderEvents.Receiver() {
        @Override
        public void changed(Object of, String name, boolean appeared, WriteEvent write) {
          writes.put(name, write);
          (appeared ? created : changed).add(name);
        }

        @Override
        public void gone(Object of) {
          gone.add(of);
        }

        @Override
        public void lost() {}
      };

  private void until(FolderEvents events, BooleanSupplier holds) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (!holds.getAsBoolean() && end - System.nanoTime() > 0) {
      events.poll(Duration.ofMillis(20), receiver);
    }
    assertTrue(holds.getAsBoolean(), () -> "created " + created + ", changed " + changed);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatAppearsChangesAndGoesIsTold(Kind kind) throws Exception {
    try (FolderEvents events = kind.open()) {
      Object key = events.watch(folder);
      assertEquals(key, events.watch(folder));
      assertFalse(events.poll(Duration.ZERO, receiver));

      Path file = Files.writeString(folder.resolve("a b.yaml"), "a");
      until(events, () -> created.contains("a b.yaml"));
      changed.clear();
      Files.writeString(file, "b", StandardOpenOption.APPEND);
      until(events, () -> changed.contains("a b.yaml"));
      changed.clear();
      Files.move(file, folder.resolve("b.yaml"));
      until(events, () -> changed.contains("a b.yaml") && created.contains("b.yaml"));
    }
  }

  @Test
  void linuxTellsHowFarTheWriterOfAFileIs() throws Exception {
    try (FolderEvents events = Kind.OF_LINUX.open()) {
      Object _ = events.watch(folder);
      Path file = folder.resolve("a");
      try (OutputStream out = Files.newOutputStream(file)) {
        assertEquals(WriteEvent.CREATED, told(events, "a"));
        out.write('a');
        assertEquals(WriteEvent.WRITTEN, told(events, "a"));
      }
      assertEquals(WriteEvent.ENDED, told(events, "a"));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      assertEquals(WriteEvent.NONE, told(events, "a"));

      Files.writeString(file, "b");
      assertEquals(WriteEvent.ENDED, told(events, "a"));
      Files.createLink(folder.resolve("b"), file);
      assertEquals(WriteEvent.CREATED, told(events, "b"));
      Files.move(file, folder.resolve("c"));
      assertEquals(WriteEvent.ENDED, told(events, "c"));
      assertEquals(WriteEvent.ENDED, writes.get("a"));
      Files.createDirectory(folder.resolve("d"));
      assertEquals(WriteEvent.NONE, told(events, "d"));
    }
  }

  /** What the events that are there say last of the writer of a file. */
  private @Nullable WriteEvent told(FolderEvents events, String name) throws InterruptedException {
    writes.clear();
    assertTrue(events.poll(LONG, receiver));
    return writes.get(name);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFolderThatGoesIsToldAndOneThatIsCancelledIsSilent(Kind kind) throws Exception {
    Path one = Files.createDirectory(folder.resolve("one"));
    Path two = Files.createDirectory(folder.resolve("two"));
    try (FolderEvents events = kind.open()) {
      Object first = events.watch(one);
      Object second = events.watch(two);
      events.cancel(second);
      Files.createFile(two.resolve("silent"));
      Files.delete(one);
      until(events, () -> gone.contains(first));
      assertFalse(created.contains("silent"));
      assertThrows(NoSuchFileException.class, () -> events.watch(one));
      Path file = Files.createFile(folder.resolve("file"));
      assertThrows(NotDirectoryException.class, () -> events.watch(file));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void closingEndsAWaitAndMayBeRepeated(Kind kind) throws Exception {
    FolderEvents events = kind.open();
    events.watch(folder);
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread waiting =
        Thread.ofPlatform()
            .start(() -> {
              try {
                events.poll(Duration.ofMinutes(5), receiver);
              } catch (InterruptedException | RuntimeException e) {
                end.set(e);
              }
            });
    events.close();
    assertTrue(waiting.join(LONG));
    assertEquals(ClosedWatchServiceException.class, end.get().getClass());
    events.close();
    assertThrows(ClosedWatchServiceException.class, () -> events.poll(Duration.ZERO, receiver));
  }
}
