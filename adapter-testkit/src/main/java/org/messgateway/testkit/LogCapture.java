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
 * Hears everything that is logged, SLF4J (by Logback) and java.util.logging, at every level, from
 * its start to its close; nothing reaches the console meanwhile. One at a time in a process.
 */
public final class LogCapture implements AutoCloseable {

  private static final int LINES_KEPT = 10_000;
  private static final int LINE_LENGTH_KEPT = 4_000;

  private final Canaries canaries;
  private final Deque<String> lines = new ArrayDeque<>();
  private final Set<String> leaks = new LinkedHashSet<>();
  private final Logger root;
  private final List<Appender<ILoggingEvent>> silenced = new ArrayList<>();
  private final Map<Logger, Level> levels = new HashMap<>();
  private final Listener listener = new Listener();
  private final JulCapture jul;

  private LogCapture(Canaries canaries, LoggerContext context) {
    this.canaries = canaries;
    this.root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    this.jul = new JulCapture(this::heard);
    listener.setContext(context);
  }

  /** Starts to listen; lines that give one of the secrets away are kept by {@link #leaks()}. */
  public static LogCapture start(Canaries canaries) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      throw new IllegalStateException(
          "LogCapture needs Logback as the only SLF4J provider of the tests; found "
              + LoggerFactory.getILoggerFactory().getClass().getName());
    }
    LogCapture capture = new LogCapture(canaries, context);
    capture.takeOver(context);
    return capture;
  }

  private void takeOver(LoggerContext context) {
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

  private synchronized void heard(String logger, String text) {
    canaries
        .seenIn(text)
        .ifPresent(name -> leaks.add("a log line of " + logger + " gives away the secret " + name));
    if (lines.size() == LINES_KEPT) {
      lines.removeFirst();
    }
    String line = logger + ": " + text;
    lines.addLast(line.length() > LINE_LENGTH_KEPT ? line.substring(0, LINE_LENGTH_KEPT) : line);
  }

  /** The last 10,000 lines with stack traces, each at most 4,000 characters. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /** Which loggers gave which secrets away, without the secrets. */
  public synchronized List<String> leaks() {
    return List.copyOf(leaks);
  }

  /** Stops listening and puts logging back as it was. */
  @Override
  public void close() {
    jul.stop();
    root.detachAppender(listener);
    listener.stop();
    silenced.forEach(root::addAppender);
    levels.forEach(Logger::setLevel);
  }

  private final class Listener extends AppenderBase<ILoggingEvent> {

    @Override
    protected void append(ILoggingEvent event) {
      String trace =
          event.getThrowableProxy() == null
              ? ""
              : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
      heard(event.getLoggerName(), event.getFormattedMessage() + trace + event.getMDCPropertyMap());
    }
  }
}
