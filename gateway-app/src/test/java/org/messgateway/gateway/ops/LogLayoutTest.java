package org.messgateway.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.api.PlainText;

final class LogLayoutTest {

  private static final String FORGED =
      "x\u001b]0;owned\u0007\n12:00:00.000 INFO  all \u202ewell\u009b2J";

  private static String written(String pattern, Throwable cause) {
    LoggerContext context = new LoggerContext();
    LogLayout layout = new LogLayout();
    layout.setContext(context);
    layout.setPattern(pattern);
    layout.start();
    Logger logger = context.getLogger("mess.test");
    return layout.doLayout(
        new LoggingEvent("mess", logger, Level.WARN, "Said: {}", cause, new Object[] {FORGED}));
  }

  @Test
  void nobodyWritesALineOfTheLogWithTheirWords() {
    List<String> lines = written("%-5level %msg%n%nopex", new Exception(FORGED)).lines().toList();
    assertEquals("WARN  Said: x ]0;owned ", lines.getFirst());
    assertEquals(List.of("    12:00:00.000 INFO  all  well 2J"), lines.subList(1, lines.size()));
  }

  @Test
  void norWithTheMessageOfAnException() {
    List<String> lines = written("%-5level %msg%n%ex", new Exception(FORGED)).lines().toList();
    assertTrue(lines.size() > 4, lines::toString);
    lines.forEach(line -> assertEquals(PlainText.line(line), line));
    assertTrue(lines.stream().skip(1).allMatch(line -> line.startsWith("    ")), lines::toString);
  }
}
