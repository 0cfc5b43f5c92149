package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/**
 * Whatever is sent as a message: it is refused with line and column, or it can be written into a
 * thread and says there what was sent.
 */
class MessBodyFuzz {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final byte[] THREAD =
      "ref: r1\nstatus: claimed\n---\nMESS:\n- request: {intent: look}\n".getBytes(UTF_8);

  @FuzzTest
  void read(byte[] input) throws ThreadFormatException {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> readAndWrite(each));
    }
  }

  private static void readAndWrite(byte[] input) throws ThreadFormatException {
    List<Map<String, @Nullable Object>> entries;
    try {
      entries = MessBody.read(input);
    } catch (ThreadFormatException failure) {
      assertTrue(failure.line() >= 1 && failure.column() >= 1, failure.getMessage());
      return;
    }
    byte[] document = MessageWriter.message("ana", NOW, "http", entries);
    assertEquals(entries, said(document));
    ThreadMessage message = MessageDocument.read(document);
    byte[] thread = MessageWriter.append(THREAD, document);
    ParsedThread written =
        ThreadReader.read("r1", List.of(new ThreadFile("r1.messe-af.yaml", thread)));
    assertTrue(MessageDocument.in(written.thread(), message));
    assertEquals(message.payloads(), written.thread().messages().getLast().payloads());
    entries.forEach(entry -> entry.values().forEach(MessBodyFuzz::assertFileNames));
  }

  private static @Nullable Object said(byte[] document) throws ThreadFormatException {
    Object value = YamlReader.read(Document.whole("written", document)).value();
    return value instanceof Map<?, ?> map ? map.get("MESS") : null;
  }

  /** Whatever a file is called, its name in the exchange is a plain one. */
  private static void assertFileNames(@Nullable Object value) {
    switch (value) {
      case String text -> {
        String name = new FileType("image/jpeg", "jpg").name(text);
        assertTrue(name.matches("[A-Za-z0-9_-]{1,40}\\.jpg"), name);
      }
      case Map<?, ?> map -> map.values().forEach(MessBodyFuzz::assertFileNames);
      case List<?> list -> list.forEach(MessBodyFuzz::assertFileNames);
      case null, default -> {}
    }
  }
}
