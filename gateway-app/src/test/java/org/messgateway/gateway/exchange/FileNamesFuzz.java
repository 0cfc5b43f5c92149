package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.read.ExchangeFiles;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/**
 * Whatever stands for a thread or a file in a thread, a link or a URL: no path outside of the
 * exchange comes of it, and no file that lies outside is opened.
 */
class FileNamesFuzz {

  private static final String SECRET = "the key of all links";

  @TempDir static Path home;
  private static Sandbox sandbox;
  private static LocalFiles permitted;

  @BeforeAll
  static void create() throws IOException {
    sandbox = new Sandbox(home.resolve("exchange"));
    sandbox.old(sandbox.head(ThreadFolder.RECEIVED, "r1"), Sandbox.thread("r1"));
    Path folder = sandbox.top(ThreadFolder.RECEIVED).resolve("r1");
    Files.writeString(folder.resolve("att-001-file-a.txt"), "an attachment");
    Path keys = Files.createDirectories(home.resolve("exchange/.gateway/keys"));
    Files.writeString(keys.resolve("link.key"), SECRET);
    Files.writeString(home.resolve("secret.txt"), SECRET);
    Files.createSymbolicLink(folder.resolve("out.txt"), home.resolve("secret.txt"));
    Files.createSymbolicLink(folder.resolve("up"), home);
    Path open = Files.createDirectories(home.resolve("open"));
    Files.writeString(open.resolve("a.txt"), "permitted");
    Files.createSymbolicLink(open.resolve("out.txt"), home.resolve("secret.txt"));
    permitted = new LocalFiles(List.of(open), 1 << 20);
  }

  @FuzzTest
  void become(byte[] input) throws IOException {
    for (byte[] each : EnlargedInput.of(input)) {
      // The second has what UTF-8 cannot write: halves of characters.
      String pairs = ByteBuffer.wrap(each).asCharBuffer().toString();
      for (String name : List.of(new String(each, UTF_8), pairs)) {
        CostLimit.within(each.length, () -> staysInside(name));
      }
    }
  }

  private static void staysInside(String name) throws IOException {
    Optional<Ref> ref = Ref.of(name);
    for (StateFolder top : StateFolder.all()) {
      ref.ifPresent(known -> assertBeneath(top, known));
      ThreadLocation.named(top, name).ifPresent(FileNamesFuzz::assertBeneath);
    }
    ThreadLocation.parse(name).ifPresent(FileNamesFuzz::assertBeneath);
    if (ref.isPresent()) {
      sandbox.exchange.loader().load(ref.get());
      assertNoSecret(sandbox.exchange.files().open(ref.get(), "att-001-file-a.txt"));
    }
    assertNoSecret(sandbox.exchange.files().open(new Ref("r1"), name));
    assertAttachmentBeneath(name);
    assertPermitted(permitted.permitted(name).map(LocalFiles.Found::path));
    assertPermitted(
        permitted
            .permitted("file://" + home.resolve("open") + "/" + name)
            .map(LocalFiles.Found::path));
  }

  private static void assertBeneath(StateFolder top, Ref ref) {
    for (ThreadLayout layout : ThreadLayout.values()) {
      assertBeneath(new ThreadLocation(top, ref, layout));
    }
  }

  private static void assertBeneath(ThreadLocation location) {
    Path folder = sandbox.root.resolve(location.stateFolder().name());
    Path path = location.in(sandbox.root);
    assertEquals(path, path.normalize());
    assertEquals(folder, path.getParent());
    assertEquals(location.name(), path.getFileName().toString());
    assertEquals(
        location,
        ThreadLocation.parse(location.relative())
            .map(read -> same(read, location))
            .orElse(location));
  }

  /** A folder whose name ends as files do is read as a file: another place, the same path. */
  private static ThreadLocation same(ThreadLocation read, ThreadLocation written) {
    assertEquals(written.relative(), read.relative());
    return written;
  }

  private static void assertAttachmentBeneath(String name) {
    if (ThreadFileName.safeAttachment(name)) {
      Path folder = sandbox.root.resolve("r1");
      Path path = folder.resolve(name);
      assertEquals(path, path.normalize());
      assertEquals(folder, path.getParent());
    }
  }

  private static void assertNoSecret(Optional<ExchangeFiles.OpenFile> file) throws IOException {
    if (file.isPresent()) {
      try (ExchangeFiles.OpenFile open = file.get()) {
        ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(open.size()));
        open.channel().read(content);
        assertFalse(new String(content.array(), UTF_8).contains(SECRET));
      }
    }
  }

  private static void assertPermitted(Optional<Path> file) throws IOException {
    if (file.isPresent()) {
      assertTrue(file.get().toRealPath().startsWith(home.resolve("open").toRealPath()));
    }
  }
}
