package org.messgateway.gateway.cli.command;

import java.time.Duration;
import org.messgateway.api.PlainText;

/**
 * One line on standard error while something takes longer than a second, gone when it is done. Only
 * where somebody looks: in a file or a pipe nothing is written.
 */
public final class ProgressLine implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** To the start of the line, and clears it. */
  private static final String CLEAR = "\r\u001b[K";

  private final TerminalWriter stream;
  private final Thread thread;
  private boolean shown;

  private ProgressLine(String what, TerminalWriter stream, Duration patience) {
    this.stream = stream;
    this.thread =
        Thread.ofVirtual().name("progress").unstarted(() -> show(PlainText.line(what), patience));
  }

  /**
   * Begins.
   *
   * @param what is done: {@code Asking telegram}
   */
  public static ProgressLine of(String what) {
    return of(what, Terminal.here(), TerminalWriter.err(), PATIENCE);
  }

  static ProgressLine of(String what, Terminal terminal, TerminalWriter stream, Duration patience) {
    ProgressLine progress = new ProgressLine(what, stream, patience);
    if (terminal.progress()) {
      progress.thread.start();
    }
    return progress;
  }

  private void show(String what, Duration patience) {
    try {
      Thread.sleep(patience);
    } catch (InterruptedException e) {
      // It was done before.
      return;
    }
    synchronized (this) {
      if (!Thread.currentThread().isInterrupted()) {
        stream.part(what + " …");
        shown = true;
      }
    }
  }

  @Override
  public synchronized void close() {
    thread.interrupt();
    if (shown) {
      stream.part(CLEAR);
      shown = false;
    }
  }
}
