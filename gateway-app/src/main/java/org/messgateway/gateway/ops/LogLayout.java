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
    String lines = super.doLayout(event);
    return oneOrdinaryLine(lines) ? lines : shown(lines);
  }

  /** ASCII that is seen, and one end of line: nearly all lines are such. */
  private static boolean oneOrdinaryLine(String text) {
    int last = text.length() - 1;
    for (int i = 0; i < last; i++) {
      char each = text.charAt(i);
      if (each < ' ' || each > '~') {
        return false;
      }
    }
    return last >= 0 && text.charAt(last) == '\n';
  }

  private static String shown(String lines) {
    return lines
        .lines()
        .map(PlainText::line)
        .collect(Collectors.joining("\n" + CONTINUED, "", "\n"));
  }
}
