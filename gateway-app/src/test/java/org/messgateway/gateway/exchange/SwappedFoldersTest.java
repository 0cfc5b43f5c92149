package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.gateway.Repetitions;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/** Somebody who may write in the exchange swaps its folders for links while threads are written. */
@EnabledOnOs(OS.LINUX)
@Tag("proof")
class SwappedFoldersTest {

  private static final String REF = "race-1";

  @TempDir private Path temp;
  private Sandbox sandbox;
  private Path outside;
  private Path upload;

  /** What is swapped, and what for. */
  enum Swap {
    /** The thread's folder. */
    FOLDER,
    /** The state folder. */
    STATE_FOLDER,
    /** The file that begins with the envelope. */
    FIRST_FILE
  }

  @BeforeEach
  void aThreadAndAFolderElsewhereThatLooksLikeIt() throws IOException {
    sandbox = new Sandbox(temp.resolve("exchange"));
    upload = Files.writeString(temp.resolve("upload"), "a photo");
    sandbox.old(sandbox.head(RECEIVED, REF), thread(REF));
    sandbox.old(sandbox.flat(RECEIVED, "flat-1"), thread("flat-1"));
    outside = temp.resolve("outside");
    for (String folder : List.of(REF, "flat-1")) {
      sandbox.old(
          outside.resolve(folder).resolve("000-" + folder + ".messe-af.yaml"),
          thread(folder).replace("look", "SECRET"));
    }
    sandbox.old(outside.resolve("flat-1.messe-af.yaml"), thread("flat-1"));
    Files.delete(outside.resolve("flat-1/000-flat-1.messe-af.yaml"));
    Files.delete(outside.resolve("flat-1"));
  }

  @AfterEach
  void end() {
    sandbox.exchange.close();
  }

  private Swapper swapper(Swap swap) throws IOException {
    Path folder = sandbox.top(RECEIVED).resolve(REF);
    return switch (swap) {
      case FOLDER -> swapper(folder, outside.resolve(REF));
      case STATE_FOLDER -> swapper(sandbox.top(RECEIVED), outside);
      case FIRST_FILE ->
          swapper(
              sandbox.head(RECEIVED, REF),
              outside.resolve(REF).resolve("000-" + REF + ".messe-af.yaml"));
    };
  }

  private Swapper swapper(Path name, Path target) throws IOException {
    Path link = temp.resolve("exchange/link");
    Files.deleteIfExists(link);
    return new Swapper(name, Files.createSymbolicLink(link, target));
  }

  @ParameterizedTest
  @EnumSource(Swap.class)
  void nothingFromElsewhereIsRead(Swap swap) throws Exception {
    read(swap, Repetitions.of(12_000));
  }

  private void read(Swap swap, int times) throws Exception {
    int whole = 0;
    try (Swapper swapper = swapper(swap)) {
      for (int i = 0; i < times; i++) {
        if (sandbox.look(REF) instanceof ThreadReadResult.Complete(LoadedThread thread)) {
          assertEquals("look", thread.thread().intent());
          whole++;
        }
      }
      assertTrue(swapper.swaps() > 100, "nothing was swapped");
    }
    assertTrue(whole > 0, "it was never read");
  }

  @Test
  @Timeout(60)
  void aPipeThatTakesTheFilesPlaceHoldsNothingUp() throws Exception {
    Path pipe = temp.resolve("exchange/pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Path file = sandbox.head(RECEIVED, REF);
    Files.move(file, temp.resolve("kept"));
    Files.move(pipe, file);
    assertFalse(sandbox.look(REF).complete().isPresent());
    Files.move(file, pipe);
    Files.move(temp.resolve("kept"), file);
    int whole = 0;
    try (Swapper swapper = new Swapper(file, pipe)) {
      for (int i = 0; i < Repetitions.of(3_000); i++) {
        whole += sandbox.look(REF).complete().isPresent() ? 1 : 0;
      }
      assertTrue(swapper.swaps() > 100, "nothing was swapped");
    }
    assertTrue(whole > 0, "it was never read");
  }

  @ParameterizedTest
  @EnumSource(Swap.class)
  void nothingIsWrittenElsewhere(Swap swap) throws Exception {
    write(swap, Repetitions.of(260));
  }

  private void write(Swap swap, int times) throws Exception {
    List<String> before = all(outside);
    int written = 0;
    try (Swapper swapper = swapper(swap)) {
      for (int i = 0; i < times; i++) {
        written += tried(() -> attach(REF)) + tried(() -> attach("flat-1"));
        written += tried(() -> sandbox.exchange.writer().append(new Ref(REF), message(), NO_EDIT));
        written += tried(() -> create());
        sandbox.pass(Duration.ofSeconds(20));
        sandbox.exchange.lookForLateWriters();
        sandbox.exchange.recover();
      }
      assertTrue(swapper.swaps() > 100, "nothing was swapped");
    }
    assertTrue(written > 0, "nothing was written");
    assertEquals(before, all(outside));
  }

  private static final EnvelopeEdit NO_EDIT = new EnvelopeEdit(List.of(), List.of());

  private static byte[] message() {
    return status("bob", "claimed").replaceFirst("---\n", "").getBytes(UTF_8);
  }

  private void attach(String ref) throws IOException {
    List<String> _ =
        sandbox
            .exchange
            .writer()
            .attach(new Ref(ref), List.of(new NewAttachment("image", "x.jpg", upload)));
  }

  private void create() throws IOException {
    Ref _ =
        sandbox
            .exchange
            .writer()
            .create(
                new NewThread() {
                  @Override
                  public byte[] documents(Ref ref) {
                    return thread(ref.value()).getBytes(UTF_8);
                  }
                });
  }

  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  /** A write during a swap may be refused. */
  private static int tried(Write write) {
    try {
      write.run();
      return 1;
    } catch (IOException refused) {
      return 0;
    }
  }

  /** Names, contents and number of names of all files. */
  private static List<String> all(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .sorted()
          .map(file -> {
            try {
              return file
                  + (Files.isRegularFile(file)
                      ? Files.readString(file) + Files.getAttribute(file, "unix:nlink")
                      : "");
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          })
          .toList();
    }
  }

  @Test
  void whatIsDeletedIsNotDeletedElsewhere() throws Exception {
    Path folder = sandbox.top(RECEIVED).resolve("race-2");
    Path inner = Files.createDirectories(folder.resolve("inner"));
    List<String> before = all(outside);
    try (Swapper _ = swapper(inner, outside)) {
      for (int i = 0; i < 200; i++) {
        int _ = tried(() -> sandbox.exchange.remove(new Ref("race-2")));
      }
    }
    assertEquals(before, all(outside));
    assertFalse(Files.exists(folder), "it was never deleted");
  }
}
