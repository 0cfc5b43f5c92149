package org.messgateway.gateway.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.WaitFor;

final class LogAppenderTest {

  private static final int MANY = 2_000;

  private final LoggerContext context = new LoggerContext();
  private final LogAppender appender = new LogAppender();
  private final Logger deliveries = context.getLogger(DeliveryLog.LOGGER);
  private final Logger others = context.getLogger("org.messgateway.gateway.Gateway");
  private final Written written = new Written();

  /** What was written, and how often. */
  private static final class Written extends OutputStream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int writes;

    @Override
    public synchronized void write(int each) {
      bytes.write(each);
    }

    @Override
    public synchronized void write(byte[] some, int from, int length) {
      bytes.write(some, from, length);
      writes++;
    }

    synchronized List<String> lines() {
      return bytes.toString(UTF_8).lines().toList();
    }

    synchronized int writes() {
      return writes;
    }
  }

  @BeforeEach
  void start() {
    context.setMDCAdapter(new LogbackMDCAdapter());
    LogLayout layout = new LogLayout();
    layout.setContext(context);
    layout.setPattern("%msg%n");
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    appender.setOutputStream(written);
    deliveries.addAppender(appender);
    others.addAppender(appender);
  }

  @AfterEach
  void stop() {
    appender.stop();
  }

  private static List<String> numbered(int many) {
    return IntStream.range(0, many).mapToObj(Integer::toString).toList();
  }

  @Test
  void aLineAloneIsWrittenAtOnce() {
    deliveries.info("alone");
    assertEquals(List.of("alone"), written.lines());
  }

  @Test
  void linesThatFollowEachOtherComeByThemselvesInTheirOrderAndTogether() {
    numbered(MANY).forEach(deliveries::info);
    WaitFor.until(
        () -> written.lines().size() == MANY, Duration.ofSeconds(20), () -> "all are written");
    assertEquals(numbered(MANY), written.lines());
    assertTrue(written.writes() < MANY / 2, "writes: " + written.writes());
  }

  @Test
  void anyOtherLineIsWrittenAtOnceAfterWhatCameBefore() {
    deliveries.info("first");
    deliveries.info("second");
    others.info("third");
    assertEquals(List.of("first", "second", "third"), written.lines());
    deliveries.info("fourth");
    deliveries.warn("fifth");
    assertEquals(List.of("first", "second", "third", "fourth", "fifth"), written.lines());
  }

  @Test
  void atTheEndNothingIsLost() {
    numbered(10).forEach(deliveries::info);
    appender.stop();
    assertEquals(numbered(10), written.lines());
  }

  @Test
  void linesOfManyThreadsAreWholeAndWrittenOnce() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      int number = thread;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; i < 200; i++) {
                  deliveries.info("{} of thread {}", i, number);
                }
              }));
    }
    for (Thread each : threads) {
      each.join();
    }
    appender.stop();
    List<String> wanted = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      for (int i = 0; i < 200; i++) {
        wanted.add(i + " of thread " + thread);
      }
    }
    assertEquals(wanted.stream().sorted().toList(), written.lines().stream().sorted().toList());
  }
}
