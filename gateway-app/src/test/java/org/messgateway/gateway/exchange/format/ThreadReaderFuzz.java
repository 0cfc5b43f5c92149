package org.messgateway.gateway.exchange.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/**
 * Whatever bytes lie in the exchange: a thread, or a reason in words. What was read can be written
 * to, and all that was not to change has kept its bytes.
 */
class ThreadReaderFuzz {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  /** Between the files of a thread; YAML allows it nowhere. */
  private static final byte NEXT_FILE = 0x1C;

  private static final byte[] ANSWER =
      MessageWriter.message(
          "ana", NOW, "sms", List.of(Map.of("status", Map.of("code", "claimed"))));

  @FuzzTest
  void read(byte[] input) throws ThreadFormatException {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> readAndWrite(each));
    }
  }

  private static void readAndWrite(byte[] input) throws ThreadFormatException {
    List<ThreadFile> files = files(input);
    ParsedThread parsed;
    try {
      parsed = ThreadReader.read("r1", files);
    } catch (ThreadFormatException failure) {
      assertSaysWhere(failure);
      return;
    }
    assertEquals(parsed.messages().size(), parsed.thread().messages().size());
    assertKeepsItsBytes(parsed);
    assertReadsTheEnvelopeAlone(files.getFirst(), parsed.thread().envelope());
    assertTakesAnAnswer(files, parsed);
    assertTakesAnEdit(files, parsed);
    for (Document message : parsed.messages()) {
      assertTakesPicturesOut(message);
    }
  }

  private static List<ThreadFile> files(byte[] input) {
    List<ThreadFile> files = new ArrayList<>();
    int start = 0;
    for (int at = 0; at <= input.length; at++) {
      if (at == input.length || (input[at] == NEXT_FILE && files.size() < 8)) {
        byte[] content = Arrays.copyOfRange(input, start, at);
        files.add(new ThreadFile("%03d-r1.messe-af.yaml".formatted(files.size()), content));
        start = at + 1;
      }
    }
    return files;
  }

  static void assertSaysWhere(ThreadFormatException failure) {
    assertTrue(failure.line() >= 1 && failure.column() >= 1, failure.getMessage());
    assertFalse(failure.reason().isBlank());
    assertEquals(1, failure.getMessage().lines().count(), failure.getMessage());
  }

  private static void assertKeepsItsBytes(ParsedThread parsed) throws ThreadFormatException {
    for (Document document : parsed.documents()) {
      byte[] bytes = document.bytes();
      Object value = YamlReader.read(document).value();
      assertEquals(value, YamlReader.read(Document.whole("again", bytes)).value());
    }
  }

  private static void assertReadsTheEnvelopeAlone(ThreadFile file, Envelope envelope)
      throws ThreadFormatException {
    assertEquals(envelope, ThreadReader.envelope(file, true).orElseThrow());
  }

  private static void assertTakesAnAnswer(List<ThreadFile> files, ParsedThread before)
      throws ThreadFormatException {
    List<ThreadFile> written = new ArrayList<>(files);
    ThreadFile last = written.removeLast();
    written.add(new ThreadFile(last.name(), MessageWriter.append(last.content(), ANSWER)));
    ParsedThread after = ThreadReader.read("r1", written);
    assertSameMessages(before.messages(), after.messages().subList(0, before.messages().size()));
    assertEquals(before.messages().size() + 1, after.messages().size());
    assertArrayEquals(ANSWER, after.messages().getLast().bytes());
    assertEquals("ana", after.thread().messages().getLast().from());
  }

  private static void assertTakesAnEdit(List<ThreadFile> files, ParsedThread before)
      throws ThreadFormatException {
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING
            .status(ThreadStatus.CLAIMED)
            .executor("ana")
            .append(new HistoryEntry("claimed", NOW, "ana", "over: SMS"));
    List<ThreadFile> written = new ArrayList<>(files);
    try {
      written.set(
          0, new ThreadFile(files.getFirst().name(), EnvelopeEditor.apply(files.getFirst(), edit)));
    } catch (ThreadFormatException failure) {
      assertSaysWhere(failure);
      return;
    }
    ParsedThread after = ThreadReader.read("r1", written);
    assertSameMessages(before.messages(), after.messages());
    assertEdited(before.thread().envelope(), after.thread().envelope());
  }

  private static void assertEdited(Envelope before, Envelope after) {
    assertEquals(ThreadStatus.CLAIMED, after.status());
    assertEquals("ana", after.executor());
    assertEquals(before.ref(), after.ref());
    assertEquals(before.requestor(), after.requestor());
    assertEquals(before.intent(), after.intent());
    assertEquals(before.created(), after.created());
    assertEquals("over: SMS", after.history().getLast().note());
    int kept = before.history().size();
    assertEquals(before.history(), after.history().subList(0, kept));
  }

  private static void assertSameMessages(List<Document> before, List<Document> after) {
    assertEquals(before.size(), after.size());
    for (int i = 0; i < before.size(); i++) {
      assertArrayEquals(line(before.get(i)), line(after.get(i)));
    }
  }

  /** A last line without an end gets one when something is put behind it. */
  private static byte[] line(Document document) {
    byte[] bytes = document.bytes();
    return document.endsInNewline()
        ? bytes
        : ByteSplice.of(bytes, bytes.length, 0, new byte[] {'\n'});
  }

  private static void assertTakesPicturesOut(Document message) throws ThreadFormatException {
    YamlDocument document = YamlReader.read(message);
    ValueReplacement valueReplacement = new ValueReplacement(document);
    boolean mayNameFiles = FileWords.in(message) || message.contains("\\");
    for (MediaNode node : MediaNodes.of(document)) {
      assertTrue(node.inline() || mayNameFiles);
      valueReplacement.replace(node.node(), Map.of("uri", "https://mess.example.com/files/1"));
    }
    Document written = Document.whole("rewritten", valueReplacement.bytes());
    assertTrue(Objects.equals(valueReplacement.value(), YamlReader.read(written).value()));
  }
}
