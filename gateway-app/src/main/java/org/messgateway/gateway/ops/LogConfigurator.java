package org.messgateway.gateway.ops;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.jul.LevelChangePropagator;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;

/**
 * Sets the log up, for the service loader. In code and not in a file of logback's, whose reader
 * takes as much of a start as the web server; who names such a file ({@code
 * logback.configurationFile}) gets it.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogConfigurator extends ContextAwareBase implements Configurator {

  private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %msg%n%nopex";

  private static final Map<String, Level> LIBRARIES =
      Map.of(
          // Vendors' clients print requests, and with them tokens, below INFO.
          "com.slack.api",
          Level.WARN,
          "com.twilio",
          Level.WARN,
          "org.telegram",
          Level.WARN,
          "okhttp3",
          Level.WARN,
          "io.helidon",
          Level.WARN,
          // It prints what agents' programs send, which is theirs.
          "io.modelcontextprotocol",
          Level.ERROR,
          // It takes the end of a connection behind an error, which was asked for, for a failure of
          // ours.
          "io.helidon.webserver.http.ErrorHandlers",
          Level.ERROR);

  /** For the service loader. */
  public LogConfigurator() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    LevelChangePropagator propagator = new LevelChangePropagator();
    propagator.setContext(context);
    propagator.start();
    context.addListener(propagator);
    LIBRARIES.forEach((name, level) -> context.getLogger(name).setLevel(level));
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(System.getProperty("mess.log"), Level.INFO));
    root.addAppender(console(context));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** The log goes to standard error: what a command prints stays clean for pipes. */
  private static LogAppender console(LoggerContext context) {
    LogLayout layout = new LogLayout();
    layout.setContext(context);
    layout.setPattern(PATTERN);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    LogAppender console = new LogAppender();
    console.setContext(context);
    console.setName("console");
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    return console;
  }
}
