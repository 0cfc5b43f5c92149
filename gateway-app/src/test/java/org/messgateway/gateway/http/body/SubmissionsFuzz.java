package org.messgateway.gateway.http.body;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.answer.AnswerFile;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/**
 * Whatever is posted, files and all: it is refused in words or received whole, its files lie in
 * their folder and are gone when it is closed.
 */
class SubmissionsFuzz {

  private static final BodyLimits LIMITS = new BodyLimits(64 << 10, 8 << 10, 4);

  @TempDir static Path home;
  private static Path folder;
  private static Submissions submissions;

  @BeforeAll
  static void create() {
    folder = home.resolve("incoming");
    submissions = new Submissions(folder, LIMITS, LargeWork.ofHeap(), System::nanoTime);
  }

  /** The first line is the type, the rest the body. */
  @FuzzTest
  void receive(byte[] input) throws IOException {
    for (byte[] each : EnlargedInput.of(input)) {
      int end = lineEnd(each);
      String type = new String(each, 0, end, ISO_8859_1).strip();
      byte[] body = Arrays.copyOfRange(each, Math.min(end + 1, each.length), each.length);
      CostLimit.within(each.length, () -> receive(type, body, body.length));
      CostLimit.within(each.length, () -> receive(type, body, -1));
    }
  }

  private static int lineEnd(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  private static void receive(String type, byte[] body, long length) throws IOException {
    try (Submission received =
        submissions.receive(type, length, new ByteArrayInputStream(body), "ana")) {
      assertTrue(received.files().size() <= LIMITS.files());
      for (AnswerFile file : received.files()) {
        assertEquals(folder, file.content().normalize().getParent());
        assertTrue(Files.size(file.content()) <= Math.min(LIMITS.file(), body.length));
      }
    } catch (BodyException refused) {
      assertFalse(refused.detail().isBlank());
    } catch (ThreadFormatException failure) {
      assertTrue(failure.line() >= 1 && failure.column() >= 1, failure.getMessage());
    }
    if (Files.exists(folder)) {
      try (Stream<Path> left = Files.list(folder)) {
        assertEquals(0, left.count());
      }
    }
  }
}
