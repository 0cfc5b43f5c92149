package org.messgateway.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class LogConfiguratorTest {

  private final LoggerContext context =
      assertInstanceOf(LoggerContext.class, LoggerFactory.getILoggerFactory());

  @Test
  void theLogOfTheProgramIsSetUpByIt() {
    assertInstanceOf(
        LogAppender.class, context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("console"));
  }

  @Test
  void whatVendorsClientsSayOfRequestsIsNotWritten() {
    for (String client : new String[] {"com.slack.api", "com.twilio", "org.telegram", "okhttp3"}) {
      assertEquals(Level.WARN, context.getLogger(client + ".x").getEffectiveLevel(), client);
    }
    assertTrue(context.getLogger("org.messgateway").isInfoEnabled());
  }
}
