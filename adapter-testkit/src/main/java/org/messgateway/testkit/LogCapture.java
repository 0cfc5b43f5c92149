package org.messgateway.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * Captures everything that is logged through SLF4J (Logback) and java.util.logging, at every level,
 * from start to close. The console gets nothing meanwhile. A process has one capture at a time.
 */
public final class LogCapture implements AutoCloseable {

  private static final int LINES_KEPT = 10_000;
  private static final int LINE_LENGTH_KEPT = 4_000;

  private final SecretCanaries canaries;
  private final Deque<String> lines = new ArrayDeque<>();
  private final Set<String> leaks = new LinkedHashSet<>();
  private final Logger root;
  private final List<Appender<ILoggingEvent>> silenced = new ArrayList<>();
  private final Map<Logger, Level> levels = new HashMap<>();
  private final CaptureListener listener = new CaptureListener();
  private final JulCapture jul;

  private LogCapture(SecretCanaries canaries, LoggerContext context) {
    this.canaries = canaries;
    this.root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    this.jul = new JulCapture(this::captured);
    listener.setContext(context);
  }

  /** Starts the capture. {@link #leaks()} holds the lines that reveal one of the secrets. */
  public static LogCapture start(SecretCanaries canaries) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      throw new IllegalStateException(
          "LogCapture needs Logback as the only SLF4J provider of the tests; found "
              + LoggerFactory.getILoggerFactory().getClass().getName());
    }
    LogCapture capture = new LogCapture(canaries, context);
    capture.replaceHandlers(context);
    return capture;
  }

  private void replaceHandlers(LoggerContext context) {
    for (Logger logger : context.getLoggerList()) {
      if (logger.getLevel() != null) {
        levels.put(logger, logger.getLevel());
        logger.setLevel(logger == root ? Level.TRACE : null);
      }
    }
    Iterator<Appender<ILoggingEvent>> appenders = root.iteratorForAppenders();
    appenders.forEachRemaining(silenced::add);
    silenced.forEach(root::detachAppender);
    listener.start();
    root.addAppender(listener);
    jul.start();
  }

  private synchronized void captured(String logger, String text) {
    canaries
        .seenIn(text)
        .ifPresent(name -> leaks.add("a log line of " + logger + " gives away the secret " + name));
    if (lines.size() == LINES_KEPT) {
      lines.removeFirst();
    }
    String line = logger + ": " + text;
    lines.addLast(line.length() > LINE_LENGTH_KEPT ? line.substring(0, LINE_LENGTH_KEPT) : line);
  }

  /** The last 10,000 lines with stack traces, each of at most 4,000 characters. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /** The loggers that revealed a secret, with the secret's name and without its value. */
  public synchronized List<String> leaks() {
    return List.copyOf(leaks);
  }

  /** Ends the capture and restores the logging configuration. */
  @Override
  public void close() {
    jul.stop();
    root.detachAppender(listener);
    listener.stop();
    silenced.forEach(root::addAppender);
    levels.forEach(Logger::setLevel);
  }

  private final class CaptureListener extends AppenderBase<ILoggingEvent> {

    @Override
    protected void append(ILoggingEvent event) {
      String trace =
          event.getThrowableProxy() == null
              ? ""
              : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
      captured(
          event.getLoggerName(), event.getFormattedMessage() + trace + event.getMDCPropertyMap());
    }
  }
}
