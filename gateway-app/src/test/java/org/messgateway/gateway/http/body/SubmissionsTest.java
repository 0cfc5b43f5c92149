package org.messgateway.gateway.http.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.answer.AnswerFile;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.http.body.BodyException.Reason;

/** What a hostile or unlucky sender of {@code multipart/form-data} is answered. */
final class SubmissionsTest {

  private static final String TYPE = "multipart/form-data; boundary=xyz";
  private static final String MESSAGE =
      "--xyz\r\nContent-Disposition: form-data; name=message\r\n\r\n[{status: {code: done}}]\r\n";
  private static final int BUFFER = 16 << 10;
  private static final int PICTURE = 20 << 20;

  @TempDir private Path home;

  private Duration each = Duration.ZERO;
  private long nanos;

  private Submission receive(InputStream body) throws IOException, ThreadFormatException {
    return new Submissions(
            home.resolve("spool"), BodyLimits.DEFAULT, LargeWork.ofHeap(), this::later)
        .receive(TYPE, -1, body, "ana");
  }

  private long later() {
    nanos += each.toNanos();
    return nanos;
  }

  private BodyException refused(String body) {
    return assertThrows(
        BodyException.class, () -> receive(new ByteArrayInputStream(body.getBytes(UTF_8))));
  }

  private static String file(String headers, String content) {
    return "--xyz\r\n" + headers + "\r\n\r\n" + content + "\r\n";
  }

  private static String named(String more) {
    return "Content-Disposition: form-data; name=\"photo\"" + more;
  }

  @AfterEach
  void nothingIsLeftInTheSpool() throws IOException {
    if (Files.exists(home.resolve("spool"))) {
      try (Stream<Path> left = Files.list(home.resolve("spool"))) {
        assertEquals(List.of(), left.toList());
      }
    }
  }

  @Test
  void aPictureOf20MebibytesGoesThroughASmallBuffer() throws Exception {
    InputStream picture = new Zeros(PICTURE);
    InputStream body =
        new SequenceInputStream(
            Collections.enumeration(
                List.of(
                    text(MESSAGE + "--xyz\r\n" + named("; filename=\"a.jpg\"") + "\r\n\r\n"),
                    picture,
                    text("\r\n--xyz--\r\n"))));
    try (Submission received = receive(body)) {
      assertEquals(PICTURE, Files.size(received.files().getFirst().content()));
    }
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  /** So many zeros, as long as nobody asks for more at once than a buffer takes. */
  private static final class Zeros extends InputStream {

    private int left;

    Zeros(int count) {
      this.left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      assertTrue(length <= BUFFER, () -> length + " bytes at once");
      int count = Math.min(left, length);
      Arrays.fill(into, offset, offset + count, (byte) 0);
      left -= count;
      return count == 0 ? -1 : count;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"photo", "photo\r\n", "photo\r\n--xy", "photo\r\n--xyz", "a\r\n--xyz-"})
  void aBodyThatBreaksOffIsSaidToEnd(String content) {
    BodyException refusal = refused(MESSAGE + "--xyz\r\n" + named("") + "\r\n\r\n" + content);
    assertEquals(Reason.MALFORMED, refusal.reason());
    assertTrue(refusal.detail().contains("ends before its last boundary"), refusal.detail());
  }

  @Test
  void anEndlessHeaderIsNotReadToItsEnd() {
    BodyException refusal = refused(MESSAGE + file("X-Long: " + "a".repeat(9_000), "photo"));
    assertEquals(Reason.MALFORMED, refusal.reason());
    assertTrue(refusal.detail().contains("too long"), refusal.detail());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "; filename*=UTF-8''%",
        "; filename*=UTF-8''%é",
        "; filename*=UTF-8''%zz",
        "; filename*=no-such-charset''a",
        "; filename*='",
        "; filename=\"=?UTF-8?B?%%%?=\"",
        "; filename=\"=?no such charset?B?YQ==?=\"",
      })
  void aFileNameThatIsNotEncodedAsItSaysIsRefusedOrTakenAsItIs(String parameter) throws Exception {
    String body = MESSAGE + file(named(parameter), "photo") + "--xyz--\r\n";
    try (Submission received = receive(text(body))) {
      assertFalse(received.files().getFirst().name().isBlank());
    } catch (BodyException refusal) {
      assertEquals(Reason.MALFORMED, refusal.reason());
    }
  }

  @Test
  void aFileNameMayHoldWhateverLettersItsOwnerWrites() throws Exception {
    String body =
        MESSAGE + file(named("; filename*=UTF-8''%C3%84%20+%20b.jpg"), "photo") + "--xyz--\r\n";
    try (Submission received = receive(text(body))) {
      assertEquals("Ä + b.jpg", received.files().getFirst().name());
    }
  }

  @Test
  void aFormWithinAFormIsAFile() throws Exception {
    String inner = "--abc\r\n" + named("") + "\r\n\r\ninner\r\n--abc--\r\n";
    String body =
        MESSAGE
            + file(named("") + "\r\nContent-Type: multipart/mixed; boundary=abc", inner)
            + "--xyz--\r\n";
    try (Submission received = receive(text(body))) {
      AnswerFile file = received.files().getFirst();
      assertEquals("multipart/mixed", file.mime());
      assertEquals(inner, Files.readString(file.content()));
    }
  }

  @Test
  void aFormThatTricklesInIsTooSlow() {
    each = Duration.ofMinutes(1);
    assertEquals(Reason.TOO_SLOW, refused(MESSAGE + "--xyz--\r\n").reason());
  }
}
