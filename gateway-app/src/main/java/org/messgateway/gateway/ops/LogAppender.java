package org.messgateway.gateway.ops;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Writes the log. Lines about deliveries that went well come by the thousand, so those that follow
 * each other are written together, {@link #HOLD} late at most. Any other line is written at once,
 * after what came before it; so is all at the end of the program.
 */
public final class LogAppender extends ConsoleAppender<ILoggingEvent> {

  private static final long HOLD = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MOST_HELD = 32 * 1024;

  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private final Condition begun = streamWriteLock.newCondition();
  private final Thread end = new Thread(this::end, "log-end");
  private long writtenAt = System.nanoTime() - HOLD;
  private boolean ending;
  private boolean watched;

  @Override
  public void start() {
    super.start();
    Runtime.getRuntime().addShutdownHook(end);
  }

  @Override
  protected void writeOut(ILoggingEvent event) throws IOException {
    byte[] line = getEncoder().encode(event);
    streamWriteLock.lock();
    try {
      if (isStarted()) {
        boolean first = held.size() == 0;
        held.writeBytes(line);
        if (mayWait(event)) {
          watch(first);
        } else {
          writeHeld();
        }
      }
    } finally {
      streamWriteLock.unlock();
    }
  }

  private boolean mayWait(ILoggingEvent event) {
    return !ending
        && event.getLevel() == Level.INFO
        && DeliveryLog.LOGGER.equals(event.getLoggerName())
        && held.size() < MOST_HELD
        && System.nanoTime() - writtenAt < HOLD;
  }

  /** Wakes the thread by the first line that is held; it waits for no other. */
  private void watch(boolean first) {
    if (!watched) {
      watched = true;
      Thread.ofPlatform().daemon().name("log").start(this::writeLater);
    }
    if (first) {
      begun.signal();
    }
  }

  private void writeLater() {
    streamWriteLock.lock();
    try {
      while (isStarted()) {
        while (held.size() == 0) {
          begun.await();
        }
        long left = HOLD;
        while (left > 0 && held.size() > 0) {
          left = begun.awaitNanos(left);
        }
        writeHeld();
      }
    } catch (IOException e) {
      addError("The log cannot be written", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      watched = false;
      streamWriteLock.unlock();
    }
  }

  /** By who holds the lock. */
  private void writeHeld() throws IOException {
    if (held.size() > 0) {
      byte[] lines = held.toByteArray();
      held.reset();
      writtenAt = System.nanoTime();
      writeByteArrayToOutputStreamWithPossibleFlush(lines);
    }
  }

  /** From now on each line is written at once: nobody may be there to write it later. */
  private void end() {
    streamWriteLock.lock();
    try {
      ending = true;
      writeHeld();
    } catch (IOException e) {
      addError("The log cannot be written", e);
    } finally {
      streamWriteLock.unlock();
    }
  }

  @Override
  public void stop() {
    end();
    super.stop();
  }
}
