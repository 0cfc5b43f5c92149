package org.messgateway.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.BiConsumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** Captures java.util.logging at every level and keeps it off the console. */
final class JulCapture extends Handler {

  private final BiConsumer<String, String> heard;
  private final SimpleFormatter formatter = new SimpleFormatter();
  private final Logger root = Logger.getLogger("");
  private final @Nullable Level before = root.getLevel();
  private final Handler[] silenced = root.getHandlers();

  JulCapture(BiConsumer<String, String> heard) {
    this.heard = heard;
  }

  void start() {
    for (Handler handler : silenced) {
      root.removeHandler(handler);
    }
    setLevel(Level.ALL);
    root.addHandler(this);
    root.setLevel(Level.ALL);
  }

  void stop() {
    root.removeHandler(this);
    root.setLevel(before);
    for (Handler handler : silenced) {
      root.addHandler(handler);
    }
  }

  @Override
  public void publish(LogRecord line) {
    StringWriter text = new StringWriter();
    text.append(formatter.formatMessage(line));
    if (line.getThrown() != null) {
      line.getThrown().printStackTrace(new PrintWriter(text));
    }
    heard.accept(String.valueOf(line.getLoggerName()), text.toString());
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
