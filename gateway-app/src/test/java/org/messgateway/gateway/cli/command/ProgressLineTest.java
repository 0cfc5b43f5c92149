package org.messgateway.gateway.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What takes its time says so, and leaves no trace. */
final class ProgressLineTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final CountDownLatch flushed = new CountDownLatch(1);
  private final PrintStream stream =
      new PrintStream(written, false, UTF_8) {
        @Override
        public void flush() {
          super.flush();
          flushed.countDown();
        }
      };

  @Test
  void whatTakesLongIsNamedUntilItIsDone() throws InterruptedException {
    Terminal terminal = new Terminal(OptionalInt.empty(), false, true);
    try (ProgressLine _ =
        ProgressLine.of(
            "Asking\u001b[2J telegram", terminal, TerminalWriter.to(stream), Duration.ZERO)) {
      flushed.await();
      assertEquals("Asking [2J telegram …", written.toString(UTF_8));
    }
    assertEquals("Asking [2J telegram …\r\u001b[K", written.toString(UTF_8));
  }

  @Test
  void whatIsDoneSoonSaysNothing() {
    Terminal terminal = new Terminal(OptionalInt.empty(), false, true);
    ProgressLine.of("Asking", terminal, TerminalWriter.to(stream), Duration.ofHours(1)).close();
    ProgressLine.of("Asking", Terminal.NONE, TerminalWriter.to(stream), Duration.ZERO).close();
    assertEquals("", written.toString(UTF_8));
  }
}
