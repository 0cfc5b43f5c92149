package org.messgateway.gateway.exchange.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.EXECUTING;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.testkit.Conforms;

/** Attachments, envelopes and lists: all that is read besides whole threads. */
class ExchangeFilesTest {

  private static final Ref REF = new Ref("2026-11-20-001");

  @TempDir Path temp;
  Sandbox sandbox;
  Path head;

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp.resolve("exchange"));
    head = sandbox.old(sandbox.head(RECEIVED, REF.value()), thread(REF.value()));
  }

  private boolean opens(String name) throws Exception {
    var file = sandbox.exchange.files().open(REF, name);
    if (file.isPresent()) {
      file.get().close();
    }
    return file.isPresent();
  }

  @Test
  @Conforms(275)
  void anAttachmentIsOpenedWhereverTheThreadLies() throws Exception {
    sandbox.old(head.resolveSibling("att-001-image-x y%20ü.jpg"), "picture");
    Files.move(sandbox.top(RECEIVED).resolve(REF.value()), sandbox.top(EXECUTING).resolve("moved"));
    Files.move(
        sandbox.top(EXECUTING).resolve("moved"), sandbox.top(EXECUTING).resolve(REF.value()));

    try (var file = sandbox.exchange.files().open(REF, "att-001-image-x y%20ü.jpg").orElseThrow()) {
      ByteBuffer middle = ByteBuffer.allocate(3);
      file.channel().position(2).read(middle);
      assertEquals("ctu", new String(middle.array(), UTF_8));
      assertEquals(7, file.size());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none.jpg",
        "../../config.yaml",
        "..",
        "",
        ".hidden",
        "000-2026-11-20-001.messe-af.yaml",
        "/etc/passwd",
        "folder"
      })
  void nothingElseIsHandedOut(String name) throws Exception {
    sandbox.old(sandbox.root.resolve("config.yaml"), "secret");
    sandbox.old(head.resolveSibling(".hidden"), "secret");
    Files.createDirectory(head.resolveSibling("folder"));

    assertTrue(!opens(name));
  }

  @Test
  void aNameThatNoFileCanHaveIsThatOfNoFile() throws Exception {
    assertFalse(opens("ü".repeat(200)));
    assertFalse(opens("half \uD83D a character"));
    assertFalse(ThreadFileName.safeAttachment("half \uD83D a character"));
  }

  @Test
  void linksOutAndPipesAreNotHandedOut() throws Exception {
    Path secret = sandbox.old(sandbox.root.resolve(".gateway/keys/link"), "secret");
    Files.createSymbolicLink(head.resolveSibling("a.jpg"), secret);
    Files.createSymbolicLink(head.resolveSibling("b.jpg"), Path.of("/etc/passwd"));
    Files.createSymbolicLink(
        sandbox.top(RECEIVED).resolve("linked"), sandbox.root.resolve(".gateway/keys"));
    ThreadLoaderTest.makePipe(head.resolveSibling("c.jpg"));

    assertTrue(!opens("a.jpg") && !opens("b.jpg") && !opens("c.jpg"));
    assertTrue(sandbox.exchange.files().open(new Ref("linked"), "link").isEmpty());
  }

  @Test
  void aFlatThreadHasNoFiles() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "flat"), thread("flat"));

    assertTrue(sandbox.exchange.files().open(new Ref("flat"), "x.jpg").isEmpty());
  }

  @Test
  void anEnvelopeIsReadWhateverStandsBehindIt() throws Exception {
    String large = thread(REF.value(), "claimed") + "---\n[ not YAML " + "x".repeat(1_000_000);
    sandbox.old(head, large);

    Envelope envelope = sandbox.exchange.envelopes().load(place(REF.value()));

    assertEquals(ThreadStatus.CLAIMED, envelope.status());
  }

  @Test
  void aLongEnvelopeIsReadToItsEnd() throws Exception {
    String note = "    note: " + "y".repeat(50) + "\n";
    String history = ("  - action: dispatched\n    by: exchange\n" + note).repeat(500);
    sandbox.old(head, Sandbox.envelope(REF.value(), "pending") + history + Sandbox.request(""));

    assertEquals(501, sandbox.exchange.envelopes().load(place(REF.value())).history().size());
  }

  @Test
  void anEnvelopeThatIsNoneIsSaid() {
    sandbox.old(head, "just text\n");
    assertThrows(
        ThreadFormatException.class, () -> sandbox.exchange.envelopes().load(place(REF.value())));
    assertThrows(NoSuchFileException.class, () -> sandbox.exchange.envelopes().load(place("none")));
  }

  private static ThreadLocation place(String ref) {
    return ThreadLocation.parse("state=received/" + ref).orElseThrow();
  }

  @Test
  void aListNamesEveryCopyWithItsFingerprintAndOpensNothing() throws Exception {
    sandbox.old(sandbox.flat(EXECUTING, "flat"), "this is no thread");
    sandbox.old(sandbox.root.resolve("received/plain.messe-af"), "");
    sandbox.old(sandbox.top(RECEIVED).resolve("README"), "no thread");
    sandbox.old(sandbox.top(RECEIVED).resolve("bad\nref.messe-af.yaml"), "no thread");
    ThreadLoaderTest.makePipe(sandbox.flat(RECEIVED, "pipe"));
    Map<String, Fingerprint> seen = new HashMap<>();

    sandbox
        .exchange
        .scanner()
        .scan(sighting -> seen.put(sighting.location().relative(), sighting.fingerprint()));

    assertEquals(
        List.of(
            "received/plain.messe-af",
            "state=executing/flat.messe-af.yaml",
            "state=received/" + REF,
            "state=received/pipe.messe-af.yaml"),
        seen.keySet().stream().sorted().toList());
    assertEquals(sandbox.loaded(REF.value()).fingerprint(), seen.get("state=received/" + REF));
  }
}
