package org.messgateway.gateway.exchange.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.exchange.read.CapabilityFile.Capability;
import org.messgateway.gateway.exchange.write.CapabilityWriter.Change;
import org.messgateway.testkit.Conforms;

/** Capabilities are added to a catalogue that others write, too. */
final class CapabilityWriterTest {

  private static final Map<String, Object> PAT = Map.of("by", "operator pat");

  private static final String FOREIGN =
      """
      # What our house can do.
      ---
      id: take-photo   # with the phone
      description: "Capture and attach photos"
      x-own: {kept: yes}
      ---
      id: [broken
      """;

  @TempDir private Path root;
  private CapabilityWriter writer;
  private CapabilityFile reader;

  @BeforeEach
  void anExchange() throws IOException {
    writer = new CapabilityWriter(ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE));
    reader = new CapabilityFile(root);
  }

  private static Map<String, Object> capability(String id, String description) {
    Map<String, Object> capability = new LinkedHashMap<>();
    capability.put("id", id);
    capability.put("description", description);
    return capability;
  }

  private String text() throws IOException {
    return Files.readString(root.resolve(CapabilityFile.NAME));
  }

  @Test
  @Conforms({98, 314})
  void theFirstOneMakesTheFileAndFurtherOnesFollowInIt() throws IOException {
    assertEquals(
        List.of(Change.ADDED, Change.ADDED),
        writer.add(List.of(capability("a", "one"), capability("b", "two")), PAT));
    assertEquals(
        """
        id: a
        description: one
        registered:
          by: operator pat
        ---
        id: b
        description: two
        registered:
          by: operator pat
        """,
        text());
    assertEquals(
        List.of(
            new Capability("a", "one", List.of(), "operator pat"),
            new Capability("b", "two", List.of(), "operator pat")),
        reader.all());
  }

  @Test
  @Conforms(314)
  void whatOthersWroteIsKeptByteForByteAndTheLastDescriptionCounts() throws IOException {
    Files.writeString(root.resolve(CapabilityFile.NAME), FOREIGN.stripTrailing());
    assertEquals(
        List.of(Change.REPLACED), writer.add(List.of(capability("take-photo", "Photos")), PAT));
    assertTrue(text().startsWith(FOREIGN), text());
    assertEquals(
        List.of(new Capability("take-photo", "Photos", List.of(), "operator pat")), reader.all());
  }

  @Test
  void whatStandsThereSoIsNotWrittenAgainAndWhatIsOurOwnIsReplacedInItsPlace() throws IOException {
    writer.add(List.of(capability("a", "one"), capability("b", "two")), PAT);
    String before = text();
    assertEquals(
        List.of(Change.UNCHANGED),
        writer.add(List.of(capability("a", "one")), Map.of("by", "operator kim")));
    assertEquals(before, text());
    assertEquals(List.of(Change.REPLACED), writer.add(List.of(capability("a", "ONE")), PAT));
    assertEquals(before.replace("one", "ONE"), text());
    Files.writeString(
        root.resolve(CapabilityFile.NAME),
        text().replace("description: ONE", "description: ONE # said Kim"));
    String commented = text();
    writer.add(List.of(capability("a", "three")), PAT);
    assertTrue(text().startsWith(commented), text());
    assertEquals("three", reader.all().getFirst().description());
  }

  @Test
  void aReaderNeverSeesAHalfAndSeveralWritersLoseNothing() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String name = "w" + i + "-";
      writers.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int n = 0; n < 25; n++) {
                  add(name + n);
                }
              }));
    }
    Thread looking =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                // A broken document would have been left out, and an end in the middle, too.
                reader.all().forEach(each -> assertEquals("x".repeat(200), each.description()));
              }
            });
    for (Thread each : writers) {
      each.join();
    }
    over.set(true);
    looking.join();
    assertEquals(100, reader.all().size());
  }

  private void add(String id) {
    try {
      writer.add(List.of(capability(id, "x".repeat(200))), PAT);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatAnotherProgramAppendsMeanwhileIsNotLost() throws Exception {
    Path file = root.resolve(CapabilityFile.NAME);
    Files.writeString(file, "id: first\n");
    Thread foreign =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < 200; i++) {
                append(file, "---\nid: foreign-" + i + "\n");
              }
            });
    for (int i = 0; i < 30; i++) {
      add("ours-" + i);
    }
    foreign.join();
    add("the-last");
    long foreigners = reader.all().stream().filter(each -> each.id().startsWith("foreign")).count();
    assertTrue(foreigners >= 199, "foreign ones: " + foreigners);
    assertEquals(30, reader.all().stream().filter(each -> each.id().startsWith("ours")).count());
  }

  private static void append(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aLinkAndAFileThatWouldBecomeTooLargeAreRefused() throws IOException {
    Path elsewhere = Files.writeString(root.resolve("elsewhere"), "id: secret\n");
    Files.createSymbolicLink(root.resolve(CapabilityFile.NAME), elsewhere);
    assertThrows(IOException.class, () -> writer.add(List.of(capability("a", "b")), PAT));
    assertEquals("id: secret\n", Files.readString(elsewhere));
    Files.delete(root.resolve(CapabilityFile.NAME));
    String large = "x".repeat((int) CapabilityFile.MOST_BYTES);
    assertThrows(IOException.class, () -> writer.add(List.of(capability("a", large)), PAT));
    assertTrue(Files.notExists(root.resolve(CapabilityFile.NAME)));
    try (var left = Files.list(root)) {
      assertTrue(left.noneMatch(each -> each.toString().endsWith(".tmp")));
    }
  }
}
