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
import org.messgateway.testkit.Cost;
import org.messgateway.testkit.Grown;

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
    for (byte[] each : Grown.of(input)) {
      Cost.within(each.length, () -> readAndWrite(each));
    }
  }

  private static void readAndWrite(byte[] input) throws ThreadFormatException {
    List<ThreadFile> files = files(input);
    ReadThread read;
    try {
      read = ThreadReader.read("r1", files);
    } catch (ThreadFormatException refused) {
      assertSaysWhere(refused);
      return;
    }
    assertEquals(read.messages().size(), read.thread().messages().size());
    assertKeepsItsBytes(read);
    assertReadsTheEnvelopeAlone(files.getFirst(), read.thread().envelope());
    assertTakesAnAnswer(files, read);
    assertTakesAnEdit(files, read);
    for (Document message : read.messages()) {
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

  private static void assertSaysWhere(ThreadFormatException refused) {
    assertTrue(refused.line() >= 1 && refused.column() >= 1, refused.getMessage());
    assertFalse(refused.reason().isBlank());
    assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
  }

  private static void assertKeepsItsBytes(ReadThread read) throws ThreadFormatException {
    for (Document document : read.documents()) {
      byte[] bytes = document.bytes();
      Object value = YamlReader.read(document).value();
      assertEquals(value, YamlReader.read(Document.whole("again", bytes)).value());
    }
  }

  private static void assertReadsTheEnvelopeAlone(ThreadFile file, Envelope envelope)
      throws ThreadFormatException {
    assertEquals(envelope, EnvelopeReader.read(file, true).orElseThrow());
  }

  private static void assertTakesAnAnswer(List<ThreadFile> files, ReadThread before)
      throws ThreadFormatException {
    List<ThreadFile> written = new ArrayList<>(files);
    ThreadFile last = written.removeLast();
    written.add(new ThreadFile(last.name(), MessageWriter.append(last.content(), ANSWER)));
    ReadThread after = ThreadReader.read("r1", written);
    assertSameMessages(before.messages(), after.messages().subList(0, before.messages().size()));
    assertEquals(before.messages().size() + 1, after.messages().size());
    assertArrayEquals(ANSWER, after.messages().getLast().bytes());
    assertEquals("ana", after.thread().messages().getLast().from());
  }

  private static void assertTakesAnEdit(List<ThreadFile> files, ReadThread before)
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
    } catch (ThreadFormatException refused) {
      assertSaysWhere(refused);
      return;
    }
    ReadThread after = ThreadReader.read("r1", written);
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
    return document.endsInNewline() ? bytes : Splice.of(bytes, bytes.length, 0, new byte[] {'\n'});
  }

  private static void assertTakesPicturesOut(Document message) throws ThreadFormatException {
    YamlDocument document = YamlReader.read(message);
    Rewriting rewriting = new Rewriting(document);
    for (MediaPlace place : MediaPlaces.of(document)) {
      rewriting.replace(place.node(), Map.of("uri", "https://mess.example.com/files/1"));
    }
    Document written = Document.whole("rewritten", rewriting.bytes());
    assertTrue(Objects.equals(rewriting.value(), YamlReader.read(written).value()));
  }
}
