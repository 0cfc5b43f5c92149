package org.messgateway.gateway.ops;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.stream.Collectors;
import org.messgateway.api.PlainText;

/**
 * The form of every line of the log. Hidden characters ({@link PlainText}) become blanks, whoever
 * logs. A line begins with its time; what continues it is indented, so that no word of others looks
 * like a line of the log.
 */
public final class LogLayout extends PatternLayout {

  private static final String CONTINUED = "    ";

  @Override
  public String doLayout(ILoggingEvent event) {
    return super.doLayout(event)
        .lines()
        .map(PlainText::line)
        .collect(Collectors.joining("\n" + CONTINUED, "", "\n"));
  }
}
